import { Button, type ButtonProps } from '@mantine/core'
import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { SicknoteDialogWidget } from './SicknoteDialogWidget.tsx'
import type { PickedPupil } from './sicknote-form.ts'

interface SicknoteButtonWidgetProps extends Pick<ButtonProps, 'size'> {
  pupil: PickedPupil
}

/** Reports one child absent, from its own page. */
export const SicknoteButtonWidget = ({ pupil, ...look }: SicknoteButtonWidgetProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...look}
        variant="default"
        leftSection={<HeartPulse size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Krankmelden
      </Button>
      <SicknoteDialogWidget pupils={[pupil]} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
