import { Button } from '@mantine/core'
import { useSignedIn } from '#web/api/base-data.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

const NONE = 'Heute sind keine Kinder abgemeldet.'

const TITLES = {
  weitere: 'Für die nächsten Tage liegen keine Meldungen vor.',
  fehlt: 'Es fehlt keine Entschuldigung.',
} as const

interface SicknotesEmptyCardProps {
  page: SicknotesPageState
  onNew: () => void
}

/** Why nothing is shown: nobody is absent, or this person sees no children (ux §2). */
export const SicknotesEmptyCard = ({ page, onNew }: SicknotesEmptyCardProps) => {
  const { tab, rights, options, state } = page
  const isNarrow = useNarrow()
  const hasRole = useSignedIn()?.user.role !== null
  if (!rights.seesNotes) {
    return (
      <EmptyState
        title={hasRole ? 'Sie sehen hier keine Krankmeldungen.' : 'Ihrem Konto ist noch keine Rolle zugewiesen.'}
        text="Diese Seite zeigt Krankmeldungen denen, die Kinder der Schule sehen dürfen. Bitte wenden Sie sich an Ihre Schulleitung."
      />
    )
  }
  if (options?.schoolclasses.length === 0 && !rights.isManager) {
    return (
      <EmptyState
        title="Ihnen ist noch keine Klasse zugeordnet."
        text="Sobald Ihre Schulleitung das tut, stehen hier die Krankmeldungen Ihrer Klassen."
      />
    )
  }
  if (tab === 'fehlt')
    return <EmptyState title={TITLES.fehlt} text="Alle beendeten Abwesenheiten sind geklärt oder noch nicht fällig." />
  if (tab === 'weitere')
    return (
      <EmptyState
        title={
          state.filters.von || state.filters.bis ? 'In diesem Zeitraum liegen keine Meldungen vor.' : TITLES.weitere
        }
      />
    )
  return (
    <EmptyState
      title={
        <>
          {NONE} <span aria-hidden>🎉</span>
        </>
      }
      action={
        // A phone has the same at its lower edge.
        rights.isEditor &&
        !isNarrow && (
          <Button variant="default" onClick={onNew}>
            Krankmeldung erfassen
          </Button>
        )
      }
    />
  )
}
