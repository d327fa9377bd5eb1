import { childrenText, counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { ImportReport, ImportUndoReport } from '#contract/pupilimports/pupilimports.reports.ts'
import type { ImportDetail, ImportSummary, ImportVerdict } from '#contract/pupilimports/pupilimports.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

export const IMPORT_TITLE = 'Schülerinnen und Schüler importieren'

const figure = (count: number) => count.toLocaleString('de-DE')

/** '1 Zeile', '1.200 Zeilen'. */
export const rowsText = (count: number) => counted(count, 'Zeile', 'Zeilen')

/** Ux §3.13: the counters, which are filters as well. */
export const verdictText = (verdict: ImportVerdict, count: number): string => {
  const many = figure(count)
  if (verdict === 'new') return `${many} neu`
  if (verdict === 'changed') return count === 1 ? '1 wird aktualisiert' : `${many} werden aktualisiert`
  if (verdict === 'same') return `${many} unverändert`
  if (verdict === 'error') return `${many} Fehler`
  return count === 1 ? '1 mögliche Dublette' : `${many} mögliche Dubletten`
}

export const VERDICT_LOOKS: Record<ImportVerdict, StatusLook> = {
  new: { tone: 'positive', icon: 'check' },
  changed: { tone: 'neutral', icon: 'dot' },
  same: { tone: 'neutral', icon: 'check' },
  error: { tone: 'negative', icon: 'cross' },
  duplicate: { tone: 'attention', icon: 'alert' },
}

export const STATE_LOOKS: Record<ImportSummary['state'], StatusLook & { text: string }> = {
  uploaded: { tone: 'attention', icon: 'dot', text: 'Spalten zuordnen' },
  checked: { tone: 'attention', icon: 'dot', text: 'geprüft, noch nicht importiert' },
  queued: { tone: 'neutral', icon: 'wait', text: 'wartet' },
  running: { tone: 'neutral', icon: 'wait', text: 'läuft' },
  done: { tone: 'positive', icon: 'check', text: 'fertig' },
  failed: { tone: 'negative', icon: 'cross', text: 'fehlgeschlagen' },
  undone: { tone: 'neutral', icon: 'cross', text: 'rückgängig gemacht' },
}

const leftOut = ({ skipped_lines, error_lines }: ImportReport) => skipped_lines.length + error_lines.length

/** The facts that are there. */
const linesOf = (...lines: (string | false | null)[]) => lines.filter((line) => typeof line === 'string')

const figureIfAny = (count: number, text: string) => count > 0 && `${figure(count)} ${text}`
const childrenLine = (title: string, count: number) => count > 0 && `${title}: ${childrenText(count)}`
const personsLine = (title: string, count: number) => count > 0 && `${title}: ${counted(count, 'Person', 'Personen')}`
const rowsLine = (title: string, lines: readonly number[]) => lines.length > 0 && `${title}: ${linesText(lines)}`

/** In one line, for a list and a notice. */
export const reportText = (report: ImportReport) =>
  linesOf(
    figureIfAny(report.created, 'neu'),
    figureIfAny(report.changed, 'aktualisiert'),
    figureIfAny(report.same, 'unverändert'),
    figureIfAny(leftOut(report), 'ausgelassen'),
  ).join(' · ') || 'nichts geändert'

/** In full, one fact a line. */
export const reportLines = (report: ImportReport) =>
  linesOf(
    childrenLine('Neu angelegt', report.created),
    childrenLine('Aktualisiert', report.changed),
    childrenLine('Unverändert', report.same),
    personsLine('Sorgeberechtigte angelegt', report.guardians_created),
    personsLine('Sorgeberechtigte ergänzt', report.guardians_changed),
    rowsLine('Abgang nicht übernommen', report.exit_lines),
  )

export const leftOutLines = ({ skipped_lines, error_lines }: ImportReport) =>
  linesOf(
    rowsLine('Übersprungen', skipped_lines),
    rowsLine('Wegen Fehlern oder offener Fragen ausgelassen', error_lines),
  )

/** Lines of the file, some of many where there are many. */
export const linesText = (lines: readonly number[]) => `${lines.length === 1 ? 'Zeile' : 'Zeilen'} ${lines.join(', ')}`

export const undoLines = ({ removed, restored, kept_lines }: ImportUndoReport) =>
  linesOf(
    childrenLine('Wieder entfernt', removed),
    childrenLine('Auf den alten Stand gebracht', restored),
    rowsLine('Seitdem geändert und deshalb behalten', kept_lines),
  )

type ToWrite = ImportDetail['to_write']

/** How many children an import of all that is decided would write. */
export const writtenCount = ({ created, changed }: ToWrite) => created + changed

/** What would be done with them: „22 neu · 2 werden aktualisiert“. */
export const writtenText = ({ created, changed }: ToWrite) =>
  linesOf(created > 0 && verdictText('new', created), changed > 0 && verdictText('changed', changed)).join(' · ')

/** What the list tells that an import does not write, one sentence each. */
export const hintTexts = ({ without_gender, numbered, exits }: ImportDetail['hints']) =>
  linesOf(
    without_gender > 0 &&
      `Ohne Angabe des Geschlechts: ${counted(without_gender, 'neues Kind', 'neue Kinder')}. Eingetragen und gezählt wird „divers“.`,
    numbered > 0 &&
      `${counted(numbered, 'neues Kind hat', 'neue Kinder haben')} in der Datei eine SuS-Nummer: Hier wird eine eigene vergeben.`,
    exits > 0 &&
      `Für ${childrenText(exits)} steht in der Datei ein Abgang. Er wird nicht übernommen; bitte tragen Sie ihn beim Kind ein.`,
  )

/** What is left out, as the objects of a sentence. */
export const openText = ({ errors, duplicates }: ImportDetail['undecided']) =>
  linesOf(
    errors > 0 && `${rowsText(errors)} mit Fehlern`,
    duplicates > 0 && counted(duplicates, 'offene Dublette', 'offene Dubletten'),
  ).join(' und ')

/** The report as a text file: numbers of rows, no names (domain DP-19). */
export const reportFile = ({ filename, finished_at, begun_by_name, report, undo_report }: ImportDetail) =>
  linesOf(
    `Import der Datei „${filename}“`,
    finished_at && `Abgeschlossen: ${formatDateTime(finished_at)}`,
    begun_by_name && `Begonnen von: ${begun_by_name}`,
    '',
    ...(report ? [...reportLines(report), ...leftOutLines(report)] : []),
    ...(undo_report ? ['', 'Rückgängig gemacht', ...undoLines(undo_report)] : []),
    '',
  ).join('\r\n')
