import { Button, Group } from '@mantine/core'
import type { Passkey } from '#contract/account/account.passkeys.ts'
import { formatDateTime } from '#contract/dates.ts'
import classes from '#web/domains/account/account.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

const PasskeyItem = ({ passkey, onRename, onRemove }: { passkey: Passkey } & Omit<PasskeyListProps, 'passkeys'>) => {
  const { name, created_at: since, last_used_at: used, is_synced: isSynced, is_locked: isLocked } = passkey
  return (
    <li className="sh-row sh-padded-3 sh-spread sh-gap-4 sh-rows-2 sh-rule-below">
      <div className={`sh-breaks sh-shrinks ${classes.device}`}>
        <div className="sh-row sh-below-1 sh-gap-2 sh-rows-1">
          <strong className="sh-bold">{name}</strong>
          {isLocked && (
            <StatusChip tone="negative" icon="cross">
              gesperrt
            </StatusChip>
          )}
          {isSynced && (
            <StatusChip tone="neutral" icon="dot">
              auf mehreren Geräten
            </StatusChip>
          )}
        </div>
        <p className="sh-quiet sh-small sh-flush">
          eingerichtet am <time dateTime={since}>{formatDateTime(since)}</time>,{' '}
          {used ? (
            <>
              zuletzt verwendet am <time dateTime={used}>{formatDateTime(used)}</time>
            </>
          ) : (
            'noch nicht verwendet'
          )}
        </p>
        {isLocked && (
          <p className="sh-small sh-flush">
            Von diesem Passkey gibt es vielleicht eine Kopie. Bitte entfernen Sie ihn, und richten Sie ihn neu ein.
          </p>
        )}
      </div>
      <Group gap="xs">
        <Button variant="default" aria-label={`Umbenennen: ${name}`} onClick={() => onRename(passkey)}>
          Umbenennen
        </Button>
        <Button variant="default" aria-label={`Entfernen: ${name}`} onClick={() => onRemove(passkey)}>
          Entfernen
        </Button>
      </Group>
    </li>
  )
}

/** The passkeys of the own account, each with its state and what can be done with it. */
export const PasskeyList = ({ passkeys, ...actions }: PasskeyListProps) => (
  <ul className="sh-plain-list" aria-label="Passkeys">
    {passkeys.map((passkey) => (
      <PasskeyItem key={passkey.id} passkey={passkey} {...actions} />
    ))}
  </ul>
)
