import { addDays } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { firstNotice } from '#server/domains/schools/notice-facts.shared.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'

interface NoticeScene {
  schoolId: number
  foundedAt: string
  /** When the second version was published. */
  renewedAt: string
}

/** What the first version said before the school added a paragraph. */
const ADDED = `

## Rundgang und Hospitation

Kommt Ihr Kind zum Probetag, notieren wir nur, dass es da war. Fotos machen wir dabei nicht.`

/**
 * The school's notice in two versions. The first names an older contact, so that the comparison of both has something
 * to show. Returns the version that a family read at a time.
 */
export async function fillNotices(tx: SchoolTransaction, { schoolId, foundedAt, renewedAt }: NoticeScene) {
  const { facts, template_markdown, body_markdown } = await firstNotice(tx)
  const before = { ...facts, Datenschutzkontakt: 'Vorstand des Trägervereins' }
  const version = (number: number, at: string, text: object) => ({
    school_id: schoolId,
    version_number: number,
    ...{ created_at: at, updated_at: at },
    ...text,
  })
  const [first = 0, second = 0] = await insertWithIds(tx, 'privacy_notice', [
    version(1, foundedAt, {
      template_markdown,
      body_markdown: body_markdown.replace(facts.Datenschutzkontakt ?? '', before.Datenschutzkontakt),
      facts: before,
    }),
    version(2, renewedAt, {
      template_markdown: template_markdown + ADDED,
      body_markdown: body_markdown + ADDED,
      facts,
    }),
  ] as never)
  return (readAt: string) => (readAt < renewedAt ? first : second)
}

const PROCESSORS = [
  {
    name: 'Rechenzentrum Beispiel GmbH',
    kind: 'hosting',
    service: 'Virtueller Server für Schulhof, Überwachung und Aktualisierungen',
    place: 'Potsdam, Deutschland',
    signedDaysAgo: 1100,
    // More than two years ago, so that the page has something to warn of.
    seenDaysAgo: 760,
    note: 'Der Vertrag liegt im Ordner „Datenschutz“ im Sekretariat.',
  },
  {
    name: 'Mailpost Beispiel eG',
    kind: 'mail',
    service: 'Versand der E-Mails an Familien und Beschäftigte',
    place: 'Berlin, Deutschland',
    signedDaysAgo: 400,
    seenDaysAgo: 90,
    note: null,
  },
  {
    name: 'Aktenvernichtung Beispiel KG',
    kind: 'other',
    service: 'Vernichten von Papierakten nach DIN 66399',
    place: 'Königs Wusterhausen, Deutschland',
    signedDaysAgo: null,
    seenDaysAgo: null,
    note: 'Das Angebot liegt vor, der Vertrag wird noch geprüft.',
  },
] as const

const REVIEWED = ['registrations', 'pupils', 'absences', 'employees'] as const

interface RegisterScene {
  schoolId: number
  anchor: string
  /** When the rows were written. */
  at: string
}

/** Who works for the school, an activity of its own, and what was looked at. */
export async function fillRegisters(tx: SchoolTransaction, { schoolId, anchor, at }: RegisterScene) {
  const shared = { school_id: schoolId, created_at: at, updated_at: at }
  const ago = (days: number | null) => (days === null ? null : addDays(anchor, -days))
  await insertRows(
    tx,
    'processor',
    PROCESSORS.map(({ signedDaysAgo, seenDaysAgo, ...processor }) => ({
      ...shared,
      ...processor,
      contract_on: ago(signedDaysAgo),
      reviewed_on: ago(seenDaysAgo),
    })),
  )
  await insertRows(
    tx,
    'processing',
    REVIEWED.map((key, index) => ({ ...shared, key, reviewed_on: ago(index === 0 ? 800 : 60) })),
  )
  await insertRows(tx, 'processing', [
    {
      ...shared,
      title: 'Schulfotos',
      purpose: 'Klassenfotos einmal im Jahr; die Familien bestellen selbst.',
      legal_basis: 'Art. 6 Abs. 1 Buchst. a DSGVO (Einwilligung)',
      persons: 'Schülerinnen und Schüler, Beschäftigte auf dem Klassenfoto',
      categories: 'Bild, Klasse',
      recipients: 'Fotostudio Beispiel (eigene Verantwortung, kein Auftrag)\nFamilien der Klasse',
      retention: 'beim Studio 12 Monate, in der Schule keine',
      reviewed_on: ago(60),
    },
  ])
}
