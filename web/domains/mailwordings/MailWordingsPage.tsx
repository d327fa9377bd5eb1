import { Card, NativeSelect, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings/mailwordings.ts'
import { queryClient } from '#web/api/query-client.ts'
import { VersionsCard } from '#web/forms/VersionsCard.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { MailWordingForm } from './MailWordingForm.tsx'
import classes from './mailwordings.module.css'
import { versionsQuery, wordingsQuery } from './use-wording-edit.ts'

const nameOf = ({ version, is_own }: MailWording) => {
  if (version === 0) return 'Mitgelieferter Text'
  return is_own ? `Fassung ${version}` : `Fassung ${version}: zurück auf die Vorgabe`
}

/** Every version stays readable: proofs of confirmation name the one that was sent (domain DP-03). */
const MailWordingVersionsCard = ({ wordingKey }: { wordingKey: WordingKey }) => {
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
          <p className={`sh-breaks ${classes.compared}`}>{body}</p>
        </NativeDialog>
      )}
    />
  )
}

const TITLE = 'Mailvorlagen'
const QUESTION = 'Ihre Änderungen an dieser Mailvorlage sind noch nicht gespeichert.'

/** Awaited by the router. */
export const loadMailWordings = () => queryClient.ensureQueryData(wordingsQuery)

const originOf = ({ is_own, changed_at, changed_by }: MailWording) =>
  is_own && changed_at ? ['eigener Text', formatDayOf(changed_at), changed_by].filter(Boolean).join(', ') : undefined

/** Which mails there are; one of them is open. */
interface WordingListProps {
  wordings: readonly MailWording[]
  chosen: MailWording
  mayLeave: () => Promise<boolean>
}

const WordingList = ({ wordings, chosen, mayLeave }: WordingListProps) => {
  const search = useUrlSearch()
  const isNarrow = useNarrow()
  const open = async (key: string) => {
    if (key === chosen.key || !(await mayLeave())) return
    search.set({ mail: key })
    document.getElementById('wording')?.focus()
  }
  if (isNarrow)
    return (
      <NativeSelect
        label="Mailvorlage"
        className={`sh-screen-only ${classes.chosen}`}
        value={chosen.key}
        data={wordings.map((wording) => ({
          value: wording.key,
          label: [MAIL_WORDINGS[wording.key].label, originOf(wording)].filter(Boolean).join(' · '),
        }))}
        onChange={(event) => void open(event.currentTarget.value)}
      />
    )
  return (
    <nav aria-label={TITLE}>
      <ul className={`sh-plain-list sh-screen-only ${classes.list}`}>
        {wordings.map((wording) => (
          <li key={wording.key}>
            <Link
              to="."
              search={{ mail: wording.key } as never}
              aria-current={wording.key === chosen.key ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                void open(wording.key)
              }}
            >
              {MAIL_WORDINGS[wording.key].label}
              {wording.is_own && <span className="sh-quiet sh-small sh-regular sh-block">{originOf(wording)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Domain §2.3: what the school's mails to families say; each can be changed and looked at before. */
export const MailWordingsPage = () => {
  const wordings = useQuery(wordingsQuery).data
  const wish = useUrlSearch().get('mail')
  /** The one that is being changed, as it was loaded: what others save meanwhile does not take away what was typed. */
  const [typedIn, setTypedIn] = useState<MailWording>()
  const chosen = wordings?.find(({ key }) => key === wish) ?? wordings?.[0]
  const open = typedIn && typedIn.key === chosen?.key ? typedIn : chosen
  return (
    <>
      <PageHead crumbs={[{ text: 'Schulverwaltung', to: paths.schools }]}>{TITLE}</PageHead>
      {wordings && chosen && open && (
        <div className={`sh-column ${classes.page}`}>
          <WordingList
            wordings={wordings}
            chosen={chosen}
            mayLeave={async () => !typedIn || (await askToDiscard(QUESTION))}
          />
          <div className="sh-stack sh-gap-4">
            <Card component="section" aria-labelledby="wording">
              <Title order={2} id="wording" tabIndex={-1}>
                {MAIL_WORDINGS[chosen.key].label}
              </Title>
              <p>
                {MAIL_WORDINGS[chosen.key].occasion}
                {!chosen.is_own && <span className="sh-quiet"> Es gilt der mitgelieferte Text.</span>}
              </p>
              <MailWordingForm
                key={`${open.key} ${open.version}`}
                wording={open}
                onTyped={(isDirty) => setTypedIn(isDirty ? open : undefined)}
                onSaved={() => setTypedIn(undefined)}
              />
            </Card>
            <MailWordingVersionsCard key={chosen.key} wordingKey={chosen.key} />
          </div>
        </div>
      )}
    </>
  )
}
