import { Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import classes from './MailWordings.module.css'
import { versionsQuery } from './wording-queries.ts'

const nameOf = ({ version, is_own }: MailWording) => {
  if (version === 0) return 'Mitgelieferter Text'
  return is_own ? `Fassung ${version}` : `Fassung ${version}: zurück auf die Vorgabe`
}

const originOf = ({ changed_at, changed_by }: MailWording) =>
  [changed_at && `${formatDateTime(changed_at)} Uhr`, changed_by].filter(Boolean).join(', ')

/** Every version stays readable: proofs of confirmation name the one that was sent (domain DP-03). */
export const MailWordingVersionsCard = ({ wordingKey }: { wordingKey: WordingKey }) => {
  const { data: versions, isError, refetch } = useQuery(versionsQuery(wordingKey))
  const [opened, setOpened] = useState<MailWording>()
  return (
    <Card component="section" aria-labelledby="versions">
      <Title order={3} id="versions" mb="xs">
        Frühere Fassungen
      </Title>
      {isError && <NotLoaded onRetry={() => void refetch()} />}
      {!versions && !isError && <LoadingText />}
      <ul className={classes.versions}>
        {versions?.map((version, index) => (
          <li key={version.version}>
            <span>
              <strong>{nameOf(version)}</strong>
              {index === 0 && ' (aktuell)'} <span className={classes.quiet}>{originOf(version)}</span>
            </span>
            <Button
              variant="subtle"
              aria-haspopup="dialog"
              aria-label={`${nameOf(version)} ansehen`}
              onClick={() => setOpened(version)}
            >
              Ansehen
            </Button>
          </li>
        ))}
      </ul>
      {opened && (
        <NativeDialog
          title={`${MAIL_WORDINGS[wordingKey].label}: ${nameOf(opened)}`}
          onClose={() => setOpened(undefined)}
        >
          <p>
            <strong>Betreff: {opened.subject}</strong>
          </p>
          <p className={classes.compared}>{opened.body}</p>
        </NativeDialog>
      )}
    </Card>
  )
}
