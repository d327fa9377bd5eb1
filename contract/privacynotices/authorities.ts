import type { STATES } from '#contract/schoolyears/state-presets.ts'

/**
 * The authority for data protection at private schools, by state. An office is named without the person who holds it.
 */
export const AUTHORITIES: Record<keyof typeof STATES, string> = {
  'DE-BW':
    'Landesbeauftragte oder Landesbeauftragter für den Datenschutz und die Informationsfreiheit Baden-Württemberg',
  'DE-BY': 'Bayerisches Landesamt für Datenschutzaufsicht',
  'DE-BE': 'Berliner Beauftragte oder Beauftragter für Datenschutz und Informationsfreiheit',
  'DE-BB':
    'Landesbeauftragte oder Landesbeauftragter für den Datenschutz und für das Recht auf Akteneinsicht Brandenburg',
  'DE-HB': 'Landesbeauftragte oder Landesbeauftragter für Datenschutz und Informationsfreiheit Bremen',
  'DE-HH': 'Hamburgische Beauftragte oder Hamburgischer Beauftragter für Datenschutz und Informationsfreiheit',
  'DE-HE': 'Hessische Beauftragte oder Hessischer Beauftragter für Datenschutz und Informationsfreiheit',
  'DE-MV': 'Landesbeauftragte oder Landesbeauftragter für Datenschutz und Informationsfreiheit Mecklenburg-Vorpommern',
  'DE-NI': 'Landesbeauftragte oder Landesbeauftragter für den Datenschutz Niedersachsen',
  'DE-NW': 'Landesbeauftragte oder Landesbeauftragter für Datenschutz und Informationsfreiheit Nordrhein-Westfalen',
  'DE-RP': 'Landesbeauftragte oder Landesbeauftragter für den Datenschutz und die Informationsfreiheit Rheinland-Pfalz',
  'DE-SL': 'Unabhängiges Datenschutzzentrum Saarland',
  'DE-SN': 'Sächsische Datenschutz- und Transparenzbeauftragte oder -beauftragter',
  'DE-ST': 'Landesbeauftragte oder Landesbeauftragter für den Datenschutz Sachsen-Anhalt',
  'DE-SH': 'Unabhängiges Landeszentrum für Datenschutz Schleswig-Holstein',
  'DE-TH': 'Thüringer Landesbeauftragte oder Landesbeauftragter für den Datenschutz und die Informationsfreiheit',
}
