import { fieldsOf } from '#contract/record.ts'
import { RetentionPeriods } from '#contract/schools/settings.record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { fact } from './shown-facts.ts'
import { entry, section } from './tree.ts'

type PeriodKey = keyof typeof RetentionPeriods.shape

const FIELDS = new Map(fieldsOf(RetentionPeriods).map((field) => [field.key, field]))

/** The periods of the school for these kinds of data, as its settings have them, after what is known of this person. */
export async function periodSection(
  tx: SchoolTransaction,
  periodKeys: readonly PeriodKey[],
  { own = [], more = [] }: { own?: readonly string[]; more?: readonly string[] } = {},
) {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const facts = periodKeys.map((key) => {
    const { label = key, unit = ['', ''], hint = '' } = FIELDS.get(key) ?? {}
    const count = periods[key]
    const from = hint.split(';')[0] ?? ''
    return fact(key, label, `${count} ${count === 1 ? unit[0] : unit[1]}. ${from}.`.replace(/\.\.$/, '.'))
  })
  return section('periods', 'Wie lange die Angaben bleiben', {
    paragraphs: [...own, ...more, 'Im Protokoll bleiben Einträge zwölf Monate, Vermerke über E-Mails sechs Monate.'],
    entries: facts.length > 0 ? [entry(facts)] : [],
  })
}
