import type { DataCheckFamily } from '#contract/datachecks/datachecks.family.ts'
import type { DataCheckInput } from '#contract/datachecks/datachecks.form.ts'

/** What stands in the fields, by their ids: `children.0.contacts.1.phone`. */
export type CheckAnswers = Readonly<Record<string, string | boolean>>

const PERSON = ['phone_mobile', 'phone_home', 'phone_work', 'mail'] as const
export const ADDRESS = ['street', 'house_number', 'address_extra', 'zip', 'city'] as const
const CONTACT_TEXTS = ['firstname', 'lastname', 'relation', 'phone'] as const
const CONTACT_BOXES = ['is_emergency', 'may_pickup', 'is_gone'] as const
const CONTACT = [...CONTACT_TEXTS, ...CONTACT_BOXES] as const

/** The words beside the fields, by the last part of their ids. */
export const CHECK_LABELS = {
  phone_mobile: 'Telefon mobil',
  phone_home: 'Telefon privat',
  phone_work: 'Telefon dienstlich',
  mail: 'E-Mail',
  street: 'Straße',
  house_number: 'Hausnummer',
  address_extra: 'Adresszusatz',
  zip: 'Postleitzahl',
  city: 'Ort',
  firstname: 'Vorname',
  lastname: 'Nachname',
  relation: 'Beziehung zum Kind',
  phone: 'Telefon',
  remarks: 'Bemerkung',
} as const

/** „Telefon mobil: Bitte nur Ziffern …“, „Person 3: Nachname fehlt.“, for the list of everything that is refused. */
export const refusalText = (id: string, { text, isMissing }: { text: string; isMissing: boolean }) => {
  const label = CHECK_LABELS[(id.split('.').at(-1) ?? '') as keyof typeof CHECK_LABELS] as string | undefined
  if (!label) return text
  const position = /\.contacts\.(\d+)\./.exec(id)?.[1]
  const person = position === undefined ? '' : `Person ${Number(position) + 1}: `
  return isMissing ? `${person}${label} fehlt.` : `${person}${label}: ${text}`
}

/** An input shows nothing for a value that nobody knows. */
const inputText = (value: unknown) => (typeof value === 'boolean' ? value : String(value ?? ''))

const entered = (prefix: string, values: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  keys.map((key) => [`${prefix}.${key}`, inputText(values[key])] as const)

/** The answers as the page is loaded. */
export const answersOf = ({ person, addresses, children, remarks }: DataCheckFamily): CheckAnswers =>
  Object.fromEntries([
    ...entered('person', person, PERSON),
    ...addresses.flatMap((address, index) => entered(`addresses.${index}`, address, ADDRESS)),
    ...children.flatMap(({ contacts }, child) =>
      (contacts ?? []).flatMap((contact, index) => entered(`children.${child}.contacts.${index}`, contact, CONTACT)),
    ),
    ['remarks', remarks ?? ''],
  ])

const NEW_CONTACT = {
  firstname: '',
  lastname: '',
  relation: '',
  phone: '',
  is_emergency: true,
  may_pickup: false,
  is_gone: false,
}

/** A further person who is empty at first. */
export const newContact = (child: number, index: number): CheckAnswers =>
  Object.fromEntries(entered(`children.${child}.contacts.${index}`, NEW_CONTACT, CONTACT))

const valuesOf = (answers: CheckAnswers, prefix: string, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, answers[`${prefix}.${key}`]]))

/** The errors in the order of the fields on the page; those of the page as a whole come last. */
export const inPageOrder = (answers: CheckAnswers, errors: Readonly<Record<string, string>>) => {
  const ids = Object.keys(answers).filter((id) => id !== 'remarks')
  const rank = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => rank(a) - rank(b)))
}

const isChanged = (before: CheckAnswers, answers: CheckAnswers, prefix: string) =>
  Object.keys(answers).some((id) => id.startsWith(`${prefix}.`) && answers[id] !== before[id])

export const contactCount = (answers: CheckAnswers, child: number) =>
  new Set(
    Object.keys(answers).flatMap((id) => new RegExp(`^children\\.${child}\\.contacts\\.(\\d+)\\.`).exec(id)?.[1] ?? []),
  ).size

/** Somebody opened the fields for a further person and left them empty. */
const isEmpty = (answers: CheckAnswers, prefix: string) =>
  CONTACT_TEXTS.every((key) => String(answers[`${prefix}.${key}`] ?? '').trim() === '')

const sentContact = ({ before, answers }: Pages, prefix: string) => {
  if (!isChanged(before, answers, prefix)) return null
  const isNew = !(`${prefix}.phone` in before)
  return isNew && isEmpty(answers, prefix) ? null : valuesOf(answers, prefix, CONTACT)
}

interface Pages {
  before: CheckAnswers
  answers: CheckAnswers
}

/** What is sent: the changed parts alone, so that a stored value that the rules of today refuse stands in nobody's way. */
export const inputOf = (page: DataCheckFamily, pages: Pages): DataCheckInput => {
  const { before, answers } = pages
  const person = Object.fromEntries(
    PERSON.filter((key) => answers[`person.${key}`] !== before[`person.${key}`]).map((key) => [
      key,
      String(answers[`person.${key}`]),
    ]),
  )
  return {
    seen: page.seen,
    person,
    addresses: page.addresses.map((_, index) =>
      isChanged(before, answers, `addresses.${index}`) ? valuesOf(answers, `addresses.${index}`, ADDRESS) : null,
    ) as DataCheckInput['addresses'],
    children: page.children.map((_, child) => ({
      contacts: Array.from({ length: contactCount(answers, child) }, (_unused, index) =>
        sentContact(pages, `children.${child}.contacts.${index}`),
      ),
    })) as DataCheckInput['children'],
    remarks: String(answers.remarks),
  }
}

/** Whether anything differs from what was loaded; a further person who is still empty does not. */
export const isDirty = (page: DataCheckFamily, pages: Pages) => {
  const { person, addresses, children, remarks } = inputOf(page, pages)
  return (
    Object.keys(person ?? {}).length > 0 ||
    (addresses ?? []).some((one) => one !== null) ||
    (children ?? []).some(({ contacts }) => contacts?.some((one) => one !== null)) ||
    remarks !== pages.before.remarks
  )
}
