import { Button } from '@mantine/core'
import { FolderLock } from 'lucide-react'
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

interface PackageButtonProps extends Omit<PackageDialogProps, 'onClose' | 'requestId' | 'asker'> {
  fullWidth?: boolean
}

/** The button that opens the dialog, for those who may make a package. */
export const PackageButton = ({ fullWidth = false, ...about }: PackageButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    useMay()('export personal data') && (
      <>
        <Button
          variant="default"
          fullWidth={fullWidth}
          leftSection={<FolderLock size={20} aria-hidden />}
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
