import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: ReactNode
  text?: ReactNode
  /** What to do next: one primary button or a few links. */
  action?: ReactNode
}

/** There is nothing here: says why and what to do next (ux §2). */
export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <Stack align="center" gap="xs" px="md" py={32} ta="center">
    <Text fw={600}>{title}</Text>
    {text && <Text c="dimmed">{text}</Text>}
    {action && <div className="sh-above-2">{action}</div>}
  </Stack>
)

/** The present search and filters find nothing. */
export const NoHits = ({ search, onReset }: { search: string; onReset: () => void }) => (
  <EmptyState
    title={search ? `Keine Treffer für „${search}“.` : 'Keine Treffer für diese Filter.'}
    action={
      <Button variant="default" onClick={onReset}>
        Filter zurücksetzen
      </Button>
    }
  />
)

interface NoRightProps extends Pick<EmptyStateProps, 'action'> {
  /** Its name in quotes. */
  permission: string
  /** Who can give it. */
  whom?: string
}

/** The permission is missing. */
export const NoRight = ({ permission, whom = 'Ihre Schulleitung', action }: NoRightProps) => (
  <EmptyState
    title={`Dafür fehlt Ihnen die Berechtigung ${permission}.`}
    text={`Bitte wenden Sie sich an ${whom}.`}
    action={action}
  />
)

/** The data could not be loaded. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    title="Konnte nicht geladen werden."
    action={
      <Button variant="default" onClick={onRetry}>
        Erneut versuchen
      </Button>
    }
  />
)
