import { Card, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readerText, reasonCounts } from '#contract/circulars/circulars.people.ts'
import { CIRCULAR_PLACEHOLDERS } from '#contract/circulars/circulars.text.ts'
import { counted } from '#contract/counted.ts'
import { dataCheckEndpoints, NOT_ASKED_REASONS } from '#contract/datachecks/datachecks.ts'
import { queryFor } from '#web/api/queries.ts'
import { LeftOutPeopleWidget } from '#web/domains/circulars/LeftOutPeopleWidget.tsx'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import pairs from '#web/forms/forms.module.css'
import { PlaceholderField } from '#web/forms/PlaceholderField.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { type NewCheck, useCheckPreview, useNewCheck, type Wording } from './use-new-check.ts'

const planText = ({ plan, hasFailed }: NewCheck) => {
  if (hasFailed) return 'Wer gefragt wird, konnte nicht geladen werden.'
  if (!plan) return 'Wählen Sie, wessen Eltern gefragt werden.'
  const mails = plan.readers.filter(({ is_mailed }) => is_mailed).length
  const letters = plan.readers.length - mails
  return [
    `${counted(mails, 'Person bekommt', 'Personen bekommen')} eine E-Mail`,
    letters > 0 && `${letters} ohne E-Mail-Adresse ${letters === 1 ? 'braucht' : 'brauchen'} einen Brief`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Who is asked, and who is not and why. */
const PlanPart = (check: NewCheck) => {
  const leftOut = check.plan?.left_out ?? []
  return (
    <div className="sh-above-2">
      <p role="status" className="sh-flush">
        {planText(check)}.
      </p>
      {leftOut.length > 0 && (
        <details className="sh-above-2">
          <summary>Nicht gefragt: {reasonCounts(leftOut, NOT_ASKED_REASONS)}</summary>
          <LeftOutPeopleWidget people={leftOut} labels={NOT_ASKED_REASONS} />
        </details>
      )}
    </div>
  )
}

/** What a chosen one of them reads. */
const PreviewCard = (check: NewCheck) => {
  const readers = check.plan?.readers ?? []
  const [wish, setWish] = useState<number>()
  const reader = readers.find(({ id }) => id === wish) ?? readers[0]
  const mail = useCheckPreview(check, reader?.id)
  return (
    <TitledCard id="preview" title="Vorschau" gap="xs">
      {reader && (
        <NativeSelect
          label="So liest es diese Person"
          mb="md"
          value={String(reader.id)}
          data={readers.map((one) => ({ value: String(one.id), label: readerText(one) }))}
          onChange={(event) => setWish(Number(event.currentTarget.value))}
        />
      )}
      {reader && mail ? (
        <MailPreviewWidget mail={mail} label="Vorschau der E-Mail" />
      ) : (
        <p className="sh-quiet sh-flush">Sobald feststeht, wer gefragt wird, sehen Sie hier die E-Mail.</p>
      )}
    </TitledCard>
  )
}

const NewCheckCards = ({ wording }: { wording: Wording }) => {
  const check = useNewCheck(wording)
  const { edit, saver, insert, isRunning, plan } = check
  return (
    <div className="sh-column sh-gap-4">
      <Card onFocus={({ target }) => insert.onFocus(target.id)}>
        <EditForm
          edit={edit}
          {...saver}
          arrange={(inputOf: InputOf) => (
            <div className={pairs.fields}>
              <div>
                {inputOf('whom')}
                {inputOf('grade_ids')}
                {inputOf('class_ids')}
                <PlanPart {...check} />
              </div>
              {inputOf('ends_on')}
              {inputOf('subject')}
              <PlaceholderField meanings={CIRCULAR_PLACEHOLDERS.families} onInsert={insert.insert} />
              {inputOf('body')}
            </div>
          )}
          foot={
            <div className={pairs.foot}>
              <ButtonRow>
                <ActionButton type="submit" isRunning={isRunning} disabled={plan?.readers.length === 0}>
                  Datenabgleich beginnen
                </ActionButton>
              </ButtonRow>
            </div>
          }
        >
          <p className="sh-quiet sh-small sh-flush">
            Unter dem Text stehen immer der Link, bis wann er gilt und wie die Schule zu erreichen ist.
          </p>
        </EditForm>
      </Card>
      <PreviewCard {...check} />
    </div>
  )
}

/** A new round: whom, until when, and with which words; the words are those of the last one. */
export const NewDataCheckPage = () => {
  const wording = useQuery(queryFor(dataCheckEndpoints.wording, {})).data
  return (
    <>
      <PageHead crumbs={[{ text: 'Datenabgleich', to: paths.dataChecks }]}>Datenabgleich beginnen</PageHead>
      {wording && <NewCheckCards wording={wording} />}
    </>
  )
}
