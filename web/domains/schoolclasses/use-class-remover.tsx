import { useState } from 'react'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { queryClient } from '#web/api/query-client.ts'
import { EmptyClassDialog } from './EmptyClassDialog.tsx'
import { removeEmptyClass } from './remove-schoolclass.ts'
import { schoolclassQuery } from './schoolclass-queries.ts'

/** Deletes a class; with pupils it first asks where they belong from then on. */
export const useClassRemover = () => {
  const [full, setFull] = useState<Schoolclass>()
  return {
    remove: (schoolclass: Schoolclass) =>
      // Whether it can be deleted at all says the class itself; the dialog is named after it.
      schoolclass.pupil_count > 0
        ? void queryClient.prefetchQuery(schoolclassQuery(schoolclass.id)).then(() => setFull(schoolclass))
        : void removeEmptyClass(schoolclass),
    shown: full && <EmptyClassDialog schoolclass={full} onGone={() => setFull(undefined)} />,
  }
}
