import { lazy, Suspense, useState } from 'react'
import type { Schoolclass } from '#contract/schoolclasses.ts'
import { removeEmptyClass } from './remove-schoolclass.ts'

const EmptyClassDialog = lazy(() =>
  import('./EmptyClassDialog.tsx').then((module) => ({ default: module.EmptyClassDialog })),
)

/** Deletes a class; with pupils it first asks where they belong from then on. */
export const useClassRemover = () => {
  const [full, setFull] = useState<Schoolclass>()
  return {
    remove: (schoolclass: Schoolclass) =>
      schoolclass.pupil_count > 0 ? setFull(schoolclass) : void removeEmptyClass(schoolclass),
    shown: full && (
      <Suspense fallback={null}>
        <EmptyClassDialog schoolclass={full} onGone={() => setFull(undefined)} />
      </Suspense>
    ),
  }
}
