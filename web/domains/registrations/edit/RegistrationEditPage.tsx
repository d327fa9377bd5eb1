import { Alert, Button, Card, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { answerAt } from '#contract/dotted-keys.ts'
import { ADDRESS_LABEL } from '#contract/field-units.ts'
import { withAddresses } from '#contract/registrations/registrations.changed.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { EDIT_TEXTS, editContext } from '#contract/registrations/registrations.edit.ts'
import type { FormContext, FormFacts } from '#contract/registrations/registrations.form.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import { queryClient } from '#web/api/query-client.ts'
import { answerLabel, answerTextAt } from '#web/domains/registrations/answer-labels.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { detailsQuery } from '#web/domains/registrations/details/registration-details-query.ts'
import { formFactsQuery } from '#web/domains/registrations/registration-list-query.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { comparedLines } from '#web/forms/compared-lines.tsx'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { notify } from '#web/shell/notify.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { RegistrationAnswersForm } from './RegistrationAnswersForm.tsx'
import classes from './registration-edit.module.css'
import { useEditedRegistration } from './use-edited-registration.ts'

type Edited = ReturnType<typeof useEditedRegistration>

const LISTS = ['school_year_id', 'desired_grade']
const MAIL_KEY = /^contacts\.\d+\.mail$/

/** What saving brings with it besides the answers themselves, said before. */
const consequencesOf = ({ after, differing }: Edited, isWaiting: boolean) => {
  const mails = differing.filter((key) => MAIL_KEY.test(key) && Boolean(answerAt(after, key)))
  return [
    ...(mails.length > 0 ? [mails.length === 1 ? EDIT_TEXTS.newMail : EDIT_TEXTS.newMails] : []),
    ...(isWaiting && differing.some((key) => LISTS.includes(key)) ? [EDIT_TEXTS.moved] : []),
  ]
}

/** „vorher → nachher“ of every changed answer, before it is saved (ux §3.9). */
const ChangesCard = ({ edited, context, isWaiting }: { edited: Edited; context: FormContext; isWaiting: boolean }) => {
  const { before, after, differing } = edited
  return (
    <Card component="section" aria-labelledby="changes" className="sh-stack sh-gap-3">
      <Title order={2} id="changes">
        {counted(differing.length, 'Änderung', 'Änderungen')}
      </Title>
      <dl className={`sh-stack sh-flush sh-gap-2 ${classes.differences}`}>
        {differing
          .map((key) => ({ key, label: answerLabel(key, context) }))
          .filter(({ label }) => label)
          .map(({ key, label }) => (
            <div key={key} className="sh-grid sh-gap-4 sh-rows-0">
              <dt className="sh-quiet">{label}</dt>
              <dd className="sh-flush sh-breaks sh-keeps-lines">
                <del className="sh-quiet">
                  <span className="sh-visually-hidden">vorher: </span>
                  {answerTextAt(before, key, context)}
                </del>
                <span aria-hidden> → </span>
                <ins className="sh-bold">
                  <span className="sh-visually-hidden">nachher: </span>
                  {answerTextAt(after, key, context)}
                </ins>
              </dd>
            </div>
          ))}
      </dl>
      {consequencesOf(edited, isWaiting).map((text) => (
        <Alert key={text} color="brand" icon={<Info size={20} aria-hidden />}>
          {text}
        </Alert>
      ))}
    </Card>
  )
}

/** Awaited by the router: the application as it is now, and what its form depends on. */
export const loadEditedRegistration = async (page: PageProps) => {
  const id = idInAddress(page)
  await Promise.all([
    queryClient.fetchQuery({ ...detailsQuery(id), staleTime: 0 }),
    queryClient.prefetchQuery(formFactsQuery),
  ])
}

/** Back to the application, in the list one came from. */
const detailsPath = (id: number) => paths.registration(id) + window.location.search

/** „Anschrift“ of the child, „Zweite Person, Anschrift“. */
const addressOf = (key: string, context: FormContext) => {
  const keys = withAddresses([key])
  const [group] = (answerLabel(key, context) ?? '').split(', ').slice(0, key.startsWith('contacts.') ? 1 : 0)
  return keys.length > 1 ? { label: [group, ADDRESS_LABEL].filter(Boolean).join(', '), keys } : undefined
}

const EditConflictCard = ({ edited, context }: { edited: Edited; context: FormContext }) =>
  edited.conflict !== undefined && (
    <ConflictCard
      text={edited.conflict}
      lines={comparedLines({
        keys: edited.conflictKeys,
        labelOf: (key) => answerLabel(key, context) ?? key,
        read: (version, key) => answerTextAt(edited.versions[version], key, context),
        wholeOf: (key) => addressOf(key, context),
      })}
      onKeepMine={() => void edited.keepMine()}
      onTakeTheirs={edited.takeTheirs}
    />
  )

/** Said at once: else the mail that is on its way is asked for once more. */
const savedText = (number: string, isMailed: boolean) =>
  `Die Änderungen an der Bewerbung ${number} sind gespeichert.${isMailed ? ' Eine Bestätigungsmail geht an die neue Adresse.' : ''}`

const EditForm = ({ details, context }: { details: RegistrationDetails; context: FormContext }) => {
  const navigate = useNavigate()
  const { id, number } = details
  const edited = useEditedRegistration({
    details,
    context,
    onSaved: async (changed) => {
      await navigate({ ...linkTarget(detailsPath(id)), ignoreBlocker: true })
      const isMailed = changed.some((key) => MAIL_KEY.test(key) && Boolean(answerAt(edited.answers, key)))
      notify(changed.length > 0 ? savedText(number, isMailed) : 'Es gab nichts zu ändern.')
    },
  })
  useUnsavedChanges(edited.isDirty)
  useHotkeys([['mod+S', () => void edited.submit()]], [])
  const count = edited.differing.length
  return (
    <RegistrationAnswersForm edited={edited} context={context} onlySlips>
      {count > 0 && <ChangesCard edited={edited} context={context} isWaiting={details.status === 'waiting'} />}
      <EditConflictCard edited={edited} context={context} />
      {edited.conflict === undefined && (
        <div className={`sh-row sh-padded-3 sh-gap-3 sh-rule-above sh-screen-only ${classes.foot}`}>
          <ActionButton type="submit" size="md" isRunning={edited.isRunning}>
            Änderungen speichern
          </ActionButton>
          <Button
            size="md"
            variant="default"
            renderRoot={(props) => <Link {...props} {...linkTarget(detailsPath(id))} />}
          >
            Abbrechen
          </Button>
          <span className={`sh-quiet ${classes.count}`} role="status">
            {count === 0 ? 'Noch nichts geändert' : `${counted(count, 'Angabe', 'Angaben')} geändert`}
          </span>
        </div>
      )}
    </RegistrationAnswersForm>
  )
}

const EditBody = ({ details, facts }: { details: RegistrationDetails; facts: FormFacts }) => {
  const refusal = statusRefusal(details)
  const context = editContext(facts, details.form.schoolyears)
  if (refusal) return <EmptyState title={refusal} text="Die Angaben lassen sich nicht mehr ändern." />
  return <EditForm details={details} context={context} />
}

/** Spec §2, domain §3.6: all answers of an application on one page, in the form's own words; nothing to confirm. */
export const RegistrationEditPage = ({ params: { id = '' } }: PageProps) => {
  const details = useQuery({ ...detailsQuery(Number(id)), refetchOnWindowFocus: false }).data
  const { data: facts, isError, refetch } = useQuery(formFactsQuery)
  if (!details) return null
  const crumbs = [
    { text: 'Bewerbungen', to: paths.registrations + window.location.search },
    { text: childName(details), to: detailsPath(details.id) },
  ]
  return (
    <>
      <PageTitle breadcrumb={<Breadcrumb crumbs={crumbs} current="Bearbeiten" />}>
        {`${childName(details)} bearbeiten`}
      </PageTitle>
      {facts && <EditBody key={details.id} details={details} facts={facts} />}
      {isError && !facts && <NotLoaded onRetry={() => void refetch()} />}
    </>
  )
}
