import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#web/api/base-data.ts'
import type { PackageDialogProps } from './package-choice.ts'

const PackageDialog = lazy(() => import('./PackageDialog.tsx').then((module) => ({ default: module.PackageDialog })))

/** Makes an access package (domain DP-04); its code is loaded when it opens, because it is rarely needed. */
export const PackageDialogWidget = (props: PackageDialogProps) => (
  <Suspense fallback={null}>
    <PackageDialog {...props} />
  </Suspense>
)

/** The button that opens the dialog, for those who may make a package; `size`: that of the buttons beside it. */
export const PackageButton = ({
  size,
  ...about
}: Omit<PackageDialogProps, 'onClose' | 'requestId'> & { size?: 'compact-sm' }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    useMay()('export personal data') && (
      <>
        <Button
          variant="default"
          size={size ?? 'sm'}
          aria-label={`Auskunft erstellen: ${about.name}`}
          onClick={() => setOpen(true)}
        >
          Auskunft
        </Button>
        {isOpen && <PackageDialogWidget {...about} onClose={() => setOpen(false)} />}
      </>
    )
  )
}
