import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import {
  registrationImportEndpoints as endpoints,
  type ImportReport,
  REGISTRATION_IMPORT_TEXTS,
} from '#contract/registrations/registrations.import.ts'
import { call, callForFile } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { ImportFileCard } from '#web/imports/ImportFileCard.tsx'
import { ImportListCard } from '#web/imports/ImportListCard.tsx'
import { NextStep } from '#web/imports/NextStep.tsx'
import { paths } from '#web/paths.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { RegistrationImportColumnsCard, showForAllRows } from './RegistrationImportColumnsCard.tsx'
import { RegistrationImportRowsCard } from './RegistrationImportRowsCard.tsx'
import { importedSearch, useRegistrationImport } from './use-registration-import.ts'

const undoOf = ({ id, row_count }: ImportReport) => ({
  question: `${counted(row_count, 'Bewerbung aus diesem Import wird', 'Bewerbungen aus diesem Import werden')} wieder entfernt. Was seitdem jemand bearbeitet oder bestätigt hat, bleibt.`,
  undo: () => call(endpoints.undo, { params: { importId: id } }),
  nameOf: ({ number }: { number: string }) => number,
  onDone: () => {
    void refreshRegistrations()
    void renewReplies([endpoints.list])
  },
})

/** ux §3.13 as a model: applications from a file, read, checked row by row, and taken at once. */
export const RegistrationImportPage = () => {
  const run = useRegistrationImport()
  const { chosen, drafts } = run
  useUnsavedChanges(chosen !== undefined)
  const [isUnfolded, setUnfolded] = useState(false)
  // The rows are checked anew: their step is the next one again.
  if (drafts === undefined && isUnfolded) setUnfolded(false)
  const unfoldAnd = (show?: () => void) => () => {
    setUnfolded(true)
    if (show) requestAnimationFrame(show)
  }
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current="Import" />}
      >
        Bewerbungen importieren
      </PageTitle>
      <Stack gap="md">
        <ImportFileCard
          run={run}
          label="Datei mit den Bewerbungen"
          hint={REGISTRATION_IMPORT_TEXTS.fileHint}
          isMain={!chosen}
          loadTemplate={() => callForFile(endpoints.template)}
        />
        {chosen && (
          <NextStep isLast={!drafts}>
            <RegistrationImportColumnsCard
              run={run}
              chosen={chosen}
              isFolded={drafts !== undefined && !isUnfolded}
              onUnfold={unfoldAnd()}
            />
          </NextStep>
        )}
        {chosen && drafts && (
          <NextStep isLast>
            <RegistrationImportRowsCard
              run={run}
              drafts={drafts}
              columns={chosen.file.columns}
              onUnfold={unfoldAnd(showForAllRows)}
            />
          </NextStep>
        )}
        <ImportListCard
          query={useQuery(queryFor(endpoints.list, {}, { quiet: true }))}
          resultOf={({ id, row_count }) => (
            <Link to={paths.registrations} search={importedSearch(id)}>
              {`${counted(row_count, 'Bewerbung', 'Bewerbungen')} übernommen`}
            </Link>
          )}
          undoOf={undoOf}
        />
      </Stack>
    </>
  )
}
