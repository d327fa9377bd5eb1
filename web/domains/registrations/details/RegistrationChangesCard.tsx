import { Alert, Card, Title } from '@mantine/core'
import { Info } from 'lucide-react'
import { answerAt } from '#contract/dotted-keys.ts'
import { EDIT_TEXTS } from '#contract/registrations/registrations.edit.ts'
import type { FormContext } from '#contract/registrations/registrations.form.ts'
import { answerLabel, answerTextAt } from '#web/domains/registrations/answer-labels.ts'
import classes from '#web/domains/registrations/edit/registration-edit.module.css'

interface RegistrationChangesCardProps {
  before: unknown
  after: unknown
  /** Dotted keys of what differs. */
  keys: readonly string[]
  context: FormContext
  /** Whether it has a place on a waiting list to lose. */
  isWaiting: boolean
}

const LISTS = ['school_year_id', 'desired_grade']

/** What saving brings with it besides the answers themselves, said before. */
const Consequences = ({
  after,
  keys,
  isWaiting,
}: Pick<RegistrationChangesCardProps, 'after' | 'keys' | 'isWaiting'>) => {
  const mails = keys.filter((key) => /^contacts\.\d\.mail$/.test(key)).map((key) => answerAt(after, key))
  const asked = mails.filter((mail) => typeof mail === 'string' && mail !== '')
  const texts = [
    ...(asked.length > 0 ? [asked.length === 1 ? EDIT_TEXTS.newMail : EDIT_TEXTS.newMails] : []),
    ...(isWaiting && keys.some((key) => LISTS.includes(key)) ? [EDIT_TEXTS.moved] : []),
  ]
  return texts.map((text) => (
    <Alert key={text} color="brand" icon={<Info size={20} aria-hidden />}>
      {text}
    </Alert>
  ))
}

/** „vorher → nachher“ of every changed answer, before it is saved (ux §3.9). */
export const RegistrationChangesCard = ({ before, after, keys, context, isWaiting }: RegistrationChangesCardProps) => {
  const known = keys.flatMap((key) => {
    const label = answerLabel(key, context)
    return label ? [{ key, label }] : []
  })
  return (
    <Card component="section" aria-labelledby="changes" className="sh-stack sh-gap-3">
      <Title order={2} id="changes">
        {keys.length === 1 ? '1 Änderung' : `${keys.length} Änderungen`}
      </Title>
      <dl className={`sh-stack sh-flush sh-gap-2 ${classes.differences}`}>
        {known.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <del>
                <span className="sh-visually-hidden">vorher: </span>
                {answerTextAt(before, key, context)}
              </del>
              <span aria-hidden> → </span>
              <ins>
                <span className="sh-visually-hidden">nachher: </span>
                {answerTextAt(after, key, context)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <Consequences after={after} keys={keys} isWaiting={isWaiting} />
    </Card>
  )
}
