import { formatDate } from '#contract/dates.ts'
import { listMarkdown, plainMarkdown } from '#contract/plain-markdown.ts'
import { PROCESSING_TEXTS, type Processing, type ProcessingRegister } from './processings.ts'

const several = (label: string, lines: readonly string[]) =>
  `**${label}:** ${lines.length === 0 ? PROCESSING_TEXTS.none : ''}\n\n${listMarkdown(lines.map(plainMarkdown))}`

const oneLine = (label: string, text: string) => `**${label}:** ${plainMarkdown(text)}`

const activityOf = (one: Processing) =>
  [
    `### ${plainMarkdown(one.title)}`,
    oneLine('Zweck', one.purpose),
    oneLine('Rechtsgrundlage', one.legal_basis),
    oneLine('Betroffene', one.persons),
    oneLine('Daten', one.categories),
    several('Empfänger', one.recipients),
    several('Löschfristen', one.retention),
    ...(one.note ? [oneLine('Ergänzung der Schule', one.note)] : []),
    oneLine('Zuletzt geprüft', one.reviewed_on ? formatDate(one.reviewed_on) : 'noch nie'),
  ]
    .map((block) => block.trim())
    .join('\n\n')

/** The register as one text, for the file and the paper (Art. 30 DSGVO). */
export const registerMarkdown = ({ controller, activities, measures }: ProcessingRegister, today: string) =>
  [
    `Stand: ${formatDate(today)}`,
    '## Verantwortlich',
    listMarkdown(controller.map(({ label, value }) => `**${label}:** ${plainMarkdown(value)}`)),
    '## Verarbeitungstätigkeiten',
    ...activities.map(activityOf),
    '## Übermittlung in Drittländer',
    PROCESSING_TEXTS.thirdCountry,
    '## Technische und organisatorische Maßnahmen',
    listMarkdown(measures.map(plainMarkdown)),
  ].join('\n\n')
