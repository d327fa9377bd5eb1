import { Email, Phone } from '#contract/formats.ts'

export interface TypedPerson {
  firstname: string
  lastname: string
  phones: readonly string[]
  mail: string
}

/** What is asked about while somebody is typed: each that is whole, the surest first. */
export const lookUpsOf = ({ firstname, lastname, phones, mail }: TypedPerson) => {
  const names = [firstname.trim(), lastname.trim()]
  const name = names.every((part) => part.length > 1) ? [names.join(' ')] : []
  const reached = [
    ...phones.filter((phone) => Phone.safeParse(phone).success),
    ...[mail].filter((one) => Email.safeParse(one).success),
  ]
  return [...new Set([...reached, ...name].map((text) => text.trim()))]
}
