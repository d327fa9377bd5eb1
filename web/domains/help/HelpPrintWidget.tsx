import { ActionIcon } from '@mantine/core'
import { Printer } from 'lucide-react'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'

/** Prints the text; on a phone its sign alone, beside the title. */
export const HelpPrintWidget = () =>
  useNarrow() ? (
    <ActionIcon variant="default" size={40} aria-label="Drucken" data-menu onClick={() => window.print()}>
      <Printer size={20} aria-hidden />
    </ActionIcon>
  ) : (
    <PrintButton />
  )
