import { Button, Card, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import classes from './forms.module.css'

/** A text as it was once: what this version is called, since when it was in use and by whom. */
export interface TextVersion {
  number: number
  name: string
  at: string | null
  by: string | null
}

const originOf = ({ at, by }: TextVersion) => [at && `${formatDateTime(at)} Uhr`, by].filter(Boolean).join(', ')

interface VersionsCardProps<Version> {
  title: string
  /** The heading's level on its page. */
  order: 2 | 3
  /** Newest first; undefined until they are loaded. */
  versions: readonly Version[] | undefined
  hasFailed: boolean
  onRetry: () => void
  /** The dialog in which one is read. */
  dialogOf: (version: Version, onClose: () => void) => ReactNode
}

/** Every version of a text stays readable. */
export const VersionsCard = <Version extends TextVersion>(props: VersionsCardProps<Version>) => {
  const { title, order, versions, hasFailed, onRetry, dialogOf } = props
  const [opened, setOpened] = useState<Version>()
  return (
    <Card component="section" aria-labelledby="versions">
      <Title order={order} id="versions" mb="xs">
        {title}
      </Title>
      {hasFailed && <NotLoaded onRetry={onRetry} />}
      {!versions && !hasFailed && <LoadingText />}
      <ul className={`sh-plain-list ${classes.list}`}>
        {versions?.map((version, index) => (
          <li key={version.number} className="sh-line sh-padded-1 sh-spread sh-gap-4 sh-rows-0">
            <span>
              <strong>{version.name}</strong>
              {index === 0 && ' (aktuell)'} <span className="sh-quiet sh-small sh-block">{originOf(version)}</span>
            </span>
            <Button
              variant="subtle"
              aria-haspopup="dialog"
              aria-label={`${version.name} ansehen`}
              onClick={() => setOpened(version)}
            >
              Ansehen
            </Button>
          </li>
        ))}
      </ul>
      {opened && dialogOf(opened, () => setOpened(undefined))}
    </Card>
  )
}
