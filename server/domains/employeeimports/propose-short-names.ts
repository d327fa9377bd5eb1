import { Employee } from '#contract/employees/employee.record.ts'

interface Nameless {
  line: number
  firstname: string
  lastname: string
  short_name: string
}

/** The letters that a short name may have; „é“ counts as „e“. */
const lettersOf = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[^A-Za-zÄÖÜäöüß]/g, (sign) => sign.normalize('NFD'))
    .replace(/[^A-Za-zÄÖÜäöüß]/g, '')
    .toLowerCase()

/** „Be“, „Bi“, „Ber“, „Bei“, … of Berg, Ida. */
const candidatesOf = ({ firstname, lastname }: Nameless) => {
  const [last, first] = [lettersOf(lastname), lettersOf(firstname)]
  const lengths = [2, 3, 4, 5, 6]
  const parts = lengths.flatMap((length) => [last.slice(0, length), last.slice(0, length - 1) + first.slice(0, 1)])
  const ends = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => last.slice(0, 3) + first.slice(0, 2) + letter)
  return [...parts, ...ends].map((text) => text.slice(0, 1).toUpperCase() + text.slice(1))
}

/** A free short name for each row that has none, by line; `taken` are those of the school. */
export function proposeShortNames(rows: readonly Nameless[], taken: readonly string[]) {
  const used = new Set([...taken, ...rows.map(({ short_name }) => short_name)].map((one) => one.toLowerCase()))
  const proposals = new Map<number, string>()
  for (const row of rows) {
    if (row.short_name !== '' || row.lastname === '' || row.firstname === '') continue
    const free = candidatesOf(row).find(
      (one) => Employee.shape.short_name.safeParse(one).success && !used.has(one.toLowerCase()),
    )
    if (free === undefined) continue
    used.add(free.toLowerCase())
    proposals.set(row.line, free)
  }
  return proposals
}
