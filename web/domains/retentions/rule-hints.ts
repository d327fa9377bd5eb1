import type { PreviewRule } from '#contract/retentions/retentions.lists.ts'

const WHOLE = 'Gelöscht wird die ganze Bewerbung mit allen Unterlagen.'

/** What goes by a rule and what stays, where its name does not say it. */
export const RULE_HINTS: Partial<Record<PreviewRule, string>> = {
  ask: 'Das Schuljahr läuft seit Monaten. Bitte fragen Sie, ob die Bewerbung noch gilt. Hier wird noch nichts gelöscht.',
  withdrawn: WHOLE,
  rejected: WHOLE,
  waiting: WHOLE,
  never_started: WHOLE,
  note: 'Gelöscht wird nur die interne Notiz; die Bewerbung bleibt.',
  binned: 'Sie liegen im Papierkorb und waren ausgesetzt. Wer sie behalten will, stellt sie wieder her.',
  unverified: 'E-Mail nie bestätigt, Bewerbung nie bearbeitet.',
  contacts: 'Gelöscht werden Kontakte, Familie, Notizen und geschützte Angaben. Der Nachweis des Schulbesuchs bleibt.',
  employee_facts: 'Name, Tätigkeit und die Aufgaben in Klassen bleiben.',
  account: 'Bis dahin lässt sich das Konto wiederherstellen.',
  sicknote_report: 'Gelöscht werden Bemerkung, Name und Telefon der meldenden Person. Der Fehltag bleibt.',
  sicknote: 'Gelöscht werden die Einträge des Schuljahrs. Die Zahlen der Halbjahre bleiben beim Kind.',
}
