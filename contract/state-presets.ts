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

interface StatePreset {
  school_entry_cutoff: string
  certificate_after_school_days: number | null
  sicknote_years: number
}

/** Numbers that differ by state (domain §0.1, §0.10, §5.2); others keep what the school has set. */
export const STATE_PRESETS: Partial<Record<StateCode, StatePreset>> = {
  'DE-BB': { school_entry_cutoff: '09-30', certificate_after_school_days: null, sicknote_years: 1 },
  'DE-BE': { school_entry_cutoff: '09-30', certificate_after_school_days: null, sicknote_years: 1 },
  'DE-NW': { school_entry_cutoff: '09-30', certificate_after_school_days: null, sicknote_years: 5 },
  'DE-SN': { school_entry_cutoff: '06-30', certificate_after_school_days: 5, sicknote_years: 1 },
}
