import { Alert, Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { TextChangesWidget } from './TextChangesWidget.tsx'

interface FactChangesWidgetProps {
  changes: readonly { name: string; before: string; after: string }[]
  /** Missing: this person may not publish. */
  onRenew?: (() => void) | undefined
}

/** What the published text says that is no longer true (domain DP-01); nothing as long as all of it is. */
export const FactChangesWidget = ({ changes, onRenew }: FactChangesWidgetProps) =>
  changes.length > 0 && (
    <Alert
      color="yellow"
      className="sh-screen-only"
      mb="md"
      icon={<TriangleAlert size={20} aria-hidden />}
      title="Seit der letzten Fassung haben sich Angaben geändert"
    >
      {changes.map(({ name, before, after }) => (
        <div key={name} className="sh-below-2">
          <strong>{name}</strong>
          <TextChangesWidget before={before} after={after} />
        </div>
      ))}
      {onRenew && <Button onClick={onRenew}>Neue Fassung vorbereiten</Button>}
    </Alert>
  )
