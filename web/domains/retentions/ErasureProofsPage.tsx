import { Card } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates.ts'
import { ERASED_WORDS } from '#contract/retentions/erased-words.ts'
import { ERASURE_GROUNDS, type ErasureGround, requestRule } from '#contract/retentions/retentions.on-request.ts'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { RETENTION_LABELS } from '#contract/retentions/retentions.rules.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './retentions.module.css'

const proofsQuery = (year: string | undefined) =>
  queryFor(peopleRetentionEndpoints.erasures, { query: year === undefined ? {} : { year: Number(year) } })

/** Awaited by the router. */
export const loadErasureProofs = () => queryClient.ensureQueryData(proofsQuery(undefined))

const REQUEST_RULES = Object.fromEntries(
  Object.entries(ERASURE_GROUNDS).map(([ground, label]) => [
    requestRule(ground as ErasureGround),
    `Auf Antrag: ${label}`,
  ]),
)

const ruleLabel = (rule: string) =>
  REQUEST_RULES[rule] ??
  (Object.hasOwn(RETENTION_LABELS, rule) ? RETENTION_LABELS[rule as keyof typeof RETENTION_LABELS] : rule)

/** Domain DP-07: what was erased, by day and rule, as a proof for the authority; there are no names in it. */
export const ErasureProofsPage = () => {
  const url = useUrlSearch()
  const { data } = useQuery({ ...proofsQuery(url.get('jahr')), placeholderData: keepPreviousData })
  const { years = [], year = null, counts = [] } = data ?? {}
  return (
    <>
      <PageHead crumbs={[{ text: 'Löschvorschau', to: paths.retentionPreview }]} actions={<PrintButton />}>
        Löschnachweise
      </PageHead>
      <PageIntro>
        Was wann nach welcher Regel gelöscht wurde, ohne Namen. Wird eine Sicherung eingespielt, löscht das Programm all
        das sofort noch einmal.
      </PageIntro>
      {years.length > 1 && (
        <TabPicker
          label="Jahr"
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
          chosen={String(year)}
          onChoose={(value) => url.set({ jahr: value })}
        />
      )}
      {data && counts.length === 0 && (
        <Card>
          <EmptyState
            title={years.length === 0 ? 'Es wurde noch nichts gelöscht.' : `Im Jahr ${year} wurde nichts gelöscht.`}
          />
        </Card>
      )}
      {counts.length > 0 && (
        <TitledCard
          id={`year-${year}`}
          title={`${year} (${counts.reduce((sum, { count }) => sum + count, 0)})`}
          gap="xs"
        >
          <PlainTable
            isStacked
            className={classes.proofs ?? ''}
            caption={`Löschungen ${year}`}
            rows={counts}
            rowKey={({ erased_on, subject, rule, action }) => `${erased_on} ${subject} ${rule} ${action}`}
            columns={[
              {
                title: 'Tag',
                isName: true,
                cell: ({ erased_on }) => <time dateTime={erased_on}>{formatDate(erased_on)}</time>,
              },
              { title: 'Art', cell: ({ subject }) => ERASED_WORDS[subject].kind },
              { title: 'Regel', className: 'sh-breaks', cell: ({ rule }) => ruleLabel(rule) },
              {
                title: 'Was',
                cell: ({ action }) => (action === 'reduce' ? 'gelöscht bis auf den Nachweis' : 'gelöscht'),
              },
              { title: 'Anzahl', align: 'end', className: 'sh-figures', cell: ({ count }) => count },
            ]}
          />
        </TitledCard>
      )}
    </>
  )
}
