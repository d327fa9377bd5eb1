/** „Shirin Al-Ahmad (für Amina, 3a)“; the name alone where no child is listed any more. */
export const readerText = ({ name, children }: { name: string; children: string }) =>
  children === '' ? name : `${name} (für ${children})`

/** „Olga Noack (für Ole Müller)“; the child alone where nobody else is meant. */
export const leftOutName = ({ name, child }: { name: string | null; child: string }) =>
  name === null ? child : readerText({ name, children: child })

/** „1 ohne E-Mail-Adresse, 2 ohne Sorgerecht“, in the order of the labels. */
export const reasonCounts = <Reason extends string>(
  people: readonly { reason: Reason }[],
  labels: Readonly<Record<Reason, string>>,
) =>
  (Object.keys(labels) as Reason[])
    .map((reason) => ({ reason, count: people.filter((one) => one.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${count} ${labels[reason]}`)
    .join(', ')
