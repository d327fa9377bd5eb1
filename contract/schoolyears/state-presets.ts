/** The German states by ISO 3166-2, by name. */
export const STATES = {
  'DE-BW': 'Baden-Württemberg',
  'DE-BY': 'Bayern',
  'DE-BE': 'Berlin',
  'DE-BB': 'Brandenburg',
  'DE-HB': 'Bremen',
  'DE-HH': 'Hamburg',
  'DE-HE': 'Hessen',
  'DE-MV': 'Mecklenburg-Vorpommern',
  'DE-NI': 'Niedersachsen',
  'DE-NW': 'Nordrhein-Westfalen',
  'DE-RP': 'Rheinland-Pfalz',
  'DE-SL': 'Saarland',
  'DE-SN': 'Sachsen',
  'DE-ST': 'Sachsen-Anhalt',
  'DE-SH': 'Schleswig-Holstein',
  'DE-TH': 'Thüringen',
} as const
export type StateCode = keyof typeof STATES
export const STATE_CODES = Object.keys(STATES) as StateCode[]

/** The state of a school that has not said another (domain §0.1). */
export const USUAL_STATE: StateCode = 'DE-BB'

/** Numbers that differ by state (domain §0.1). */
interface StatePreset {
  school_entry_cutoff: string
  early_entry_until: string
  excuse_due_school_days: number
  certificate_after_school_days: number | null
  sicknote_years: number
}

/** In the order of the page. */
export const STATE_PRESET_KEYS = [
  'school_entry_cutoff',
  'early_entry_until',
  'excuse_due_school_days',
  'certificate_after_school_days',
  'sicknote_years',
] as const satisfies (keyof StatePreset)[]

/** Values that are certain (domain §0.10, §2.1, §3.5, §5.2); a missing one stays as the school has set it. */
export const STATE_PRESETS: Partial<Record<StateCode, Partial<StatePreset>>> = {
  'DE-BB': {
    school_entry_cutoff: '09-30',
    early_entry_until: '12-31',
    excuse_due_school_days: 3,
    certificate_after_school_days: null,
    sicknote_years: 1,
  },
  'DE-BE': { school_entry_cutoff: '09-30', certificate_after_school_days: null, sicknote_years: 1 },
  'DE-NW': { school_entry_cutoff: '09-30', certificate_after_school_days: null, sicknote_years: 5 },
  'DE-SN': { school_entry_cutoff: '06-30', certificate_after_school_days: 5, sicknote_years: 1 },
}
