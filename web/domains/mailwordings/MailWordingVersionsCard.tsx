import { useQuery } from '@tanstack/react-query'
import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings/mailwordings.ts'
import { VersionsCard } from '#web/forms/VersionsCard.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import classes from './mailwordings.module.css'
import { versionsQuery } from './wording-queries.ts'

const nameOf = ({ version, is_own }: MailWording) => {
  if (version === 0) return 'Mitgelieferter Text'
  return is_own ? `Fassung ${version}` : `Fassung ${version}: zurück auf die Vorgabe`
}

/** Every version stays readable: proofs of confirmation name the one that was sent (domain DP-03). */
export const MailWordingVersionsCard = ({ wordingKey }: { wordingKey: WordingKey }) => {
  const { data, isError, refetch } = useQuery(versionsQuery(wordingKey))
  const versions = data?.map((wording) => ({
    ...wording,
    number: wording.version,
    name: nameOf(wording),
    at: wording.changed_at,
    by: wording.changed_by,
  }))
  return (
    <VersionsCard
      title="Frühere Fassungen"
      order={3}
      versions={versions}
      hasFailed={isError}
      onRetry={() => void refetch()}
      dialogOf={({ name, subject, body }, onClose) => (
        <NativeDialog title={`${MAIL_WORDINGS[wordingKey].label}: ${name}`} onClose={onClose}>
          <p>
            <strong>Betreff: {subject}</strong>
          </p>
          <p className={classes.compared}>{body}</p>
        </NativeDialog>
      )}
    />
  )
}
