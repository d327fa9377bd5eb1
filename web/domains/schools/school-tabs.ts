import {
  ACCENT_SECTION,
  LABEL_SECTION,
  MASTER_SECTION,
  REGISTRATION_SECTION,
  RETENTION_SECTION,
  SICKNOTE_SECTION,
} from './school-sections.ts'

/** The list of schools, which is no section that can be edited. */
export const SCHOOL_LIST = 'schulen'

const TABS = {
  schule: { label: 'Schule', sections: [SCHOOL_LIST, MASTER_SECTION.name] },
  aussehen: { label: 'Aussehen', sections: [ACCENT_SECTION.name, LABEL_SECTION.name] },
  bewerbungen: { label: 'Bewerbungen', sections: [REGISTRATION_SECTION.name] },
  krankmeldungen: { label: 'Krankmeldungen', sections: [SICKNOTE_SECTION.name] },
  aufbewahrung: { label: 'Aufbewahrung', sections: [RETENTION_SECTION.name] },
} as const

export type SchoolTab = keyof typeof TABS

export const FIRST_TAB: SchoolTab = 'schule'

const NAMES = Object.keys(TABS) as SchoolTab[]

export const SCHOOL_TAB_OPTIONS = NAMES.map((value) => ({ value, label: TABS[value].label }))

/** The tab in which a section stands. */
const tabOfSection = (section: string | undefined) =>
  NAMES.find((name) => TABS[name].sections.some((one) => one === section))

interface TabPlaces {
  /** The section that is being edited: it stays in sight. */
  open: string | undefined
  /** The address's query. */
  tab: string | undefined
  /** Links name a section by its hash. */
  hash: string
}

export const schoolTabOf = ({ open, tab, hash }: TabPlaces): SchoolTab =>
  tabOfSection(open) ?? NAMES.find((name) => name === tab) ?? tabOfSection(hash) ?? FIRST_TAB
