import { Card, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readerText, reasonCounts } from '#contract/circulars/circulars.people.ts'
import { CIRCULAR_PLACEHOLDERS } from '#contract/circulars/circulars.text.ts'
import { counted } from '#contract/counted.ts'
import { type DataCheckRow, dataCheckEndpoints, NOT_ASKED_REASONS } from '#contract/datachecks/datachecks.ts'
import { formatDate } from '#contract/dates.ts'
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
import { type NewCheck, previewFault, useCheckPreview, useNewCheck, type Wording } from './use-new-check.ts'

const planText = ({ plan, hasFailed }: NewCheck) => {
  if (hasFailed) return 'Wer gefragt wird, konnte nicht geladen werden.'
  if (!plan) return 'Wählen Sie, wessen Eltern gefragt werden.'
  const mails = plan.readers.filter(({ is_mailed }) => is_mailed).length
  const letters = plan.readers.length - mails
  const parts = [
    `${counted(mails, 'Person bekommt', 'Personen bekommen')} eine E-Mail`,
    letters > 0 && `${letters} ohne E-Mail-Adresse ${letters === 1 ? 'braucht' : 'brauchen'} einen Brief`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Rounds that ask some of the same people; without a choice, whoever has answered there is left alone. */
const RunningPart = ({ running, check }: { running: readonly DataCheckRow[]; check: NewCheck }) => (
  <div className="sh-above-2">
    {running.map(({ id, audience, ends_on, counts: { all, open } }) => (
      <p key={id} className="sh-warn sh-flush sh-below-2">
        {`Für ${audience} läuft schon ein Datenabgleich bis ${formatDate(ends_on)} (${all - open} von ${all} haben geantwortet).`}{' '}
        <Link to={paths.dataCheck(id)}>Zum laufenden Datenabgleich</Link>
      </p>
    ))}
    <Checkbox
      label="Wer dort schon geantwortet hat, wird nicht noch einmal gefragt"
      checked={check.audience.skips_answered}
      onChange={(event) => check.setSkipsAnswered(event.currentTarget.checked)}
    />
  </div>
)

/** Who is asked, and who is not and why. */
const PlanPart = (check: NewCheck) => {
  const { left_out: leftOut = [], running = [] } = check.plan ?? {}
  return (
    <div className="sh-above-2">
      <p role="status" className="sh-flush">
        {planText(check)}
      </p>
      {running.length > 0 && <RunningPart {...{ running, check }} />}
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
        <p className="sh-quiet sh-flush">
          {reader ? previewFault(check.edit.values) : 'Sobald feststeht, wer gefragt wird, sehen Sie hier die E-Mail.'}
        </p>
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
                <div className="sh-above-3">
                  {inputOf('grade_ids')}
                  {inputOf('class_ids')}
                </div>
                <PlanPart {...check} />
              </div>
              {inputOf('ends_on')}
              {inputOf('subject')}
              <div>
                <PlaceholderField meanings={CIRCULAR_PLACEHOLDERS.families} isOnLabel onInsert={insert.insert} />
                {inputOf('body')}
                {check.isOwnWording && (
                  <button type="button" className="sh-bare sh-linked sh-small" onClick={check.restore}>
                    Vorgegebenen Text wiederherstellen
                  </button>
                )}
              </div>
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
