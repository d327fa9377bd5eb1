import { type ImportDetail, type ImportVerdict, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { importQuery, keepImport } from './import-queries.ts'
import { verdictText } from './import-texts.ts'
import { watchImport } from './watch-import.ts'

const TOLD: readonly ImportVerdict[] = ['new', 'changed']

const askFirst = ({ filename, counts }: ImportDetail, open: string) =>
  confirmDialog({
    title: open ? 'Nur fehlerfreie Zeilen importieren?' : 'Liste importieren?',
    message: (
      <>
        <p>
          „{filename}“:{' '}
          {counts &&
            TOLD.filter((verdict) => counts[verdict] > 0)
              .map((verdict) => verdictText(verdict, counts[verdict]))
              .join(' · ')}
        </p>
        {open && <p>Ausgelassen werden {open}.</p>}
        <p>Der Import lässt sich 24 Stunden lang rückgängig machen.</p>
      </>
    ),
    accept: 'Importieren',
    type: 'attention',
  })

/** Hands the import to a job, after a question that says what is left out. */
export const useCommitImport = (detail: ImportDetail) => {
  const { id } = detail
  const showNow = () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
  const commit = useCall(pupilImportEndpoints.commit, {
    // Somebody began it already, or a row is in doubt again: the page shows how it stands.
    onFailure: async (failure) => {
      await explainFailure(failure)
      await showNow()
    },
  })
  return {
    isRunning: commit.isRunning,
    ask: async (open: string) => {
      if (!(await askFirst(detail, open))) return
      const reply = await commit.run({ params: { id }, body: { only_good: open !== '' }, idempotencyKey: randomKey() })
      if (!reply) return void showNow()
      await keepImport(reply)
      watchImport(id)
    },
  }
}
