import { displayPhone } from '#contract/phone.ts'
import { fillPlaceholders } from '#contract/placeholders.ts'
import { contactMarkdown, listMarkdown, mailMarkdown, plainMarkdown } from '#contract/plain-markdown.ts'
import { retentionLines } from '#contract/retentions/retentions.lines.ts'
import type { RetentionPeriods } from '#contract/retentions/retentions.rules.ts'
import { AUTHORITIES } from './authorities.ts'

/** The facts that a notice names by a placeholder, and what each stands for. */
export const NOTICE_PLACEHOLDERS = {
  Schule: 'Name der Schule',
  Träger: 'Träger der Schule',
  Anschrift: 'Anschrift der Schule',
  Telefon: 'Telefonnummer der Schule',
  'E-Mail': 'E-Mail-Adresse der Schule',
  Datenschutzkontakt: 'Kontakt für Datenschutz',
  'Fristen der Bewerbung': 'Liste: wie lange Bewerbungen aufbewahrt werden',
  'Fristen nach der Aufnahme': 'Liste: wie lange Daten aufgenommener Kinder aufbewahrt werden',
  Aufsichtsbehörde: 'Datenschutzaufsicht des Bundeslands',
} as const
export type NoticePlaceholder = keyof typeof NOTICE_PLACEHOLDERS
export type NoticeFacts = Record<NoticePlaceholder, string>

/** Art. 13 DSGVO asks for these in every notice. */
export const NOTICE_REQUIRED: readonly NoticePlaceholder[] = ['Träger', 'Datenschutzkontakt', 'Fristen der Bewerbung']

export interface NoticeSchool {
  name: string
  carrier_name: string
  street: string
  house_number: string
  zip: string
  city: string
  phone: string
  mail: string
  privacy_officer_contact: string
  federal_state: string
}

export const authorityOf = ({ federal_state }: Pick<NoticeSchool, 'federal_state'>) =>
  (AUTHORITIES as Record<string, string>)[federal_state] ?? 'Datenschutzaufsicht des Landes'

/** What each placeholder says today, as Markdown. */
export const noticeFacts = (school: NoticeSchool, periods: RetentionPeriods): NoticeFacts => ({
  Schule: plainMarkdown(school.name),
  Träger: plainMarkdown(school.carrier_name),
  Anschrift: plainMarkdown(`${school.street} ${school.house_number}, ${school.zip} ${school.city}`),
  Telefon: plainMarkdown(displayPhone(school.phone)),
  'E-Mail': mailMarkdown(school.mail),
  Datenschutzkontakt: contactMarkdown(school.privacy_officer_contact),
  'Fristen der Bewerbung': listMarkdown(retentionLines.applications(periods)),
  'Fristen nach der Aufnahme': listMarkdown([
    ...retentionLines.pupils(periods),
    ...retentionLines.absences(periods),
    ...retentionLines.consents(periods),
  ]),
  Aufsichtsbehörde: authorityOf(school),
})

/** The notice that comes with the product (Art. 13 DSGVO); the school completes it and publishes its own versions. */
export const NOTICE_TEMPLATE = `## Wer ist verantwortlich?

{Träger}, Träger der Schule {Schule}, {Anschrift}, Telefon {Telefon}, E-Mail {E-Mail}.

Fragen zum Datenschutz beantwortet: {Datenschutzkontakt}

## Wofür brauchen wir Ihre Angaben?

Wir brauchen sie, um über die Aufnahme Ihres Kindes zu entscheiden und Sie dazu zu erreichen. Rechtsgrundlage sind Schritte vor einem Vertrag, um die Sie uns mit der Bewerbung bitten (Art. 6 Abs. 1 Buchstabe b DSGVO). Ohne die Pflichtangaben können wir über die Bewerbung nicht entscheiden; alles andere ist freiwillig.

## Wie lange bewahren wir sie auf?

{Fristen der Bewerbung}

Danach löschen wir sie von selbst. Nach einer Zusage gehen die nötigen Angaben in die Schülerdaten über. Dort bewahren wir auf:

{Fristen nach der Aufnahme}

## Wer bekommt sie?

Nur die Menschen in unserer Schule, die über die Aufnahme entscheiden und sie bearbeiten, und wer in unserem Auftrag unsere Technik betreibt. Wir geben nichts an andere weiter und setzen keine Auswertung Ihres Besuchs ein. Eine Entscheidung durch einen Automaten gibt es nicht.

## Ihre Rechte

Sie können Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Ihre Daten in einem lesbaren Format verlangen und der Verarbeitung widersprechen. Eine Einwilligung können Sie jederzeit für die Zukunft widerrufen. Beschweren können Sie sich bei der Datenschutzaufsicht: {Aufsichtsbehörde}.
`.trim()

export interface FactChange {
  name: string
  /** Markdown. */
  before: string
  after: string
}

/** The facts that have changed since the text was published: the text still names the old ones. */
export const factChanges = (
  published: Readonly<Record<string, string>> | null,
  today: Readonly<Record<string, string>>,
): FactChange[] =>
  Object.entries(published ?? {}).flatMap(([name, before]) => {
    const after = today[name]
    return after === undefined || after === before ? [] : [{ name, before, after }]
  })

/** A version as it is stored: the text with the facts filled in, and these facts. */
export const publishedText = (template_markdown: string, facts: Readonly<Record<string, string>>) => ({
  template_markdown,
  body_markdown: fillPlaceholders(template_markdown, facts),
  facts: Object.fromEntries(Object.entries(facts).filter(([name]) => template_markdown.includes(`{${name}}`))),
})
