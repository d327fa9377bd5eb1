import { Button } from '@mantine/core'
import { Printer } from 'lucide-react'

/** Prints the page, or what `onPrint` prepares for it. */
export const PrintButton = ({ onPrint = () => window.print() }: { onPrint?: () => void }) => (
  <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={onPrint}>
    Drucken
  </Button>
)
