import { Stack } from '@mantine/core'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { ImportFileField } from './ImportFileField.tsx'
import { ImportListCard } from './ImportListCard.tsx'
import { ImportStepsCard } from './ImportStepsCard.tsx'
import { importListQuery } from './import-queries.ts'
import { IMPORT_TITLE } from './import-texts.ts'

/** The card says itself what cannot be loaded; a file can be chosen all the same. */
export const loadImports = () => queryClient.prefetchQuery(importListQuery)

/** Spec §2, ux §3.13: step 1 of an import, and all imports of the last days. */
export const PupilImportPage = () => (
  <>
    <PageTitle
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { text: 'Start', to: paths.home },
            { text: 'Schülerinnen und Schüler', to: paths.pupils },
          ]}
          current="Import"
        />
      }
    >
      {IMPORT_TITLE}
    </PageTitle>
    <Stack gap="md">
      <ImportStepsCard step={1} />
      <ImportFileField />
      <ImportListCard />
    </Stack>
  </>
)
