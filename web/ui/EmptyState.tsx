import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-parts.module.css'

interface EmptyStateProps {
  title: ReactNode
  text?: ReactNode
  /** What to do next: one primary button or a few links. */
  action?: ReactNode
}

/** Nothing here: says why and what to do next (ux §2). */
export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <Stack className={classes.empty ?? ''} align="center" gap="xs">
    <Text fw={600}>{title}</Text>
    {text && <Text c="dimmed">{text}</Text>}
    {action && <div className="sh-above-2">{action}</div>}
  </Stack>
)

/** Nothing found by the present search and filters. */
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

/** The permission for this is missing; `permission` as it is called, in quotes. */
export const NoRight = ({ permission }: { permission: string }) => (
  <EmptyState
    title={`Dafür fehlt Ihnen die Berechtigung ${permission}.`}
    text="Bitte wenden Sie sich an Ihre Schulleitung."
  />
)

/** It could not be loaded. */
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
