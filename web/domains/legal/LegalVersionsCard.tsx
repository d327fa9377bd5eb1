import { Button, Card, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { LEGAL_TITLES, type LegalKey } from '#contract/legal.titles.ts'
import type { legalEndpoints } from '#contract/legal.ts'
import type { Reply } from '#web/api/client.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import classes from './LegalPage.module.css'
import { versionsQuery } from './legal-query.ts'

type LegalVersion = Reply<typeof legalEndpoints.versions>[number]

const nameOf = ({ version_number }: LegalVersion) =>
  version_number === 0 ? 'Mitgelieferter Text' : `Fassung ${version_number}`

/** When and by whom it was published. */
const originOf = ({ created_at, created_by_name }: LegalVersion) =>
  [created_at && `${formatDateTime(created_at)} Uhr`, created_by_name].filter(Boolean).join(', ')

interface LegalVersionsCardProps {
  legalKey: LegalKey
  /** Undefined while a text is being written already. */
  onTakeOver: ((body: string) => void) | undefined
}

/** Every version stays readable; an old one can be taken over into the editor. */
export const LegalVersionsCard = ({ legalKey, onTakeOver }: LegalVersionsCardProps) => {
  const { data: versions, isError, refetch } = useQuery(versionsQuery(legalKey))
  const [opened, setOpened] = useState<LegalVersion>()
  const takeOver = (body: string) => {
    setOpened(undefined)
    onTakeOver?.(body)
  }
  return (
    <Card component="section" className={classes.versions ?? ''} aria-labelledby="versions">
      <Title order={2} id="versions" mb="xs">
        Fassungen
      </Title>
      {isError && <NotLoaded onRetry={() => void refetch()} />}
      {!versions && !isError && <Skeleton height={88} />}
      <ul className={classes.versionList}>
        {versions?.map((version, index) => (
          <li key={version.version_number}>
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
          title={`${LEGAL_TITLES[legalKey]}: ${nameOf(opened)}`}
          onClose={() => setOpened(undefined)}
          {...(onTakeOver
            ? { action: { label: 'In den Editor übernehmen', run: () => takeOver(opened.body_markdown) } }
            : {})}
        >
          <TextBlocks text={opened.body_markdown} />
        </NativeDialog>
      )}
    </Card>
  )
}
