/** The lists of a class on paper (ux §3.5), by their key in the address. */
export const CLASS_LISTS = {
  klasse: { title: 'Klassenliste', menu: 'Klassenliste' },
  unterschriften: { title: 'Unterschriftenliste', menu: 'Mit Feld für Unterschriften' },
  telefon: { title: 'Telefonliste', menu: 'Telefonliste' },
  'telefon-familien': { title: 'Telefonliste für Familien', menu: 'Telefonliste für Familien' },
  notfall: { title: 'Notfallliste', menu: 'Notfallliste (Erreichbarkeit, Abholen, Sorgerecht)' },
  fotos: { title: 'Fotoliste', menu: 'Fotoliste (wer gezeigt werden darf) …' },
  geburtstage: { title: 'Geburtstagsliste', menu: 'Geburtstage' },
  'spalten-5': { title: 'Klassenliste', menu: 'Mit 5 leeren Spalten' },
  'spalten-10': { title: 'Klassenliste', menu: 'Mit 10 leeren Spalten' },
} as const
export type ClassList = keyof typeof CLASS_LISTS
/** The photo list has a page of its own, which is shown before it is printed. */
export type PaperList = Exclude<ClassList, 'fotos'>

const NEEDS_CONTACTS: readonly ClassList[] = ['telefon', 'telefon-familien', 'notfall']
const NEEDS_CONSENTS: readonly ClassList[] = ['fotos']
const NEEDS_BIRTHDATES: readonly ClassList[] = ['geburtstage']

/** Whether a list shows whom to call; these are loaded with it and not before. */
export const needsContacts = (list: ClassList) => NEEDS_CONTACTS.includes(list)

/** Whether a list is read on a phone, too; the others are for paper alone. */
export const isReadList = (list: ClassList) =>
  list !== 'telefon-familien' &&
  [NEEDS_CONTACTS, NEEDS_CONSENTS, NEEDS_BIRTHDATES].some((lists) => lists.includes(list))

export const isClassList = (key: string | undefined): key is ClassList => key !== undefined && key in CLASS_LISTS

/** What this person may print of the class, in the order of the menu. */
export const offeredLists = ({ seesContacts, seesBirthdates }: { seesContacts: boolean; seesBirthdates: boolean }) =>
  (Object.keys(CLASS_LISTS) as ClassList[]).filter(
    (list) =>
      (seesContacts || !(needsContacts(list) || NEEDS_CONSENTS.includes(list))) &&
      (seesBirthdates || !NEEDS_BIRTHDATES.includes(list)),
  )
