import { Button, Card, NativeSelect, Title } from '@mantine/core'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { readerText } from '#contract/circulars/circulars.people.ts'
import { CIRCULAR_PLACEHOLDERS } from '#contract/circulars/circulars.text.ts'
import { counted } from '#contract/counted.ts'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import type { FieldValues } from '#web/forms/fields.ts'
import pairs from '#web/forms/forms.module.css'
import { PlaceholderField } from '#web/forms/PlaceholderField.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { AttachmentsField } from './AttachmentsField.tsx'
import { DRAFT_LIFE } from './circular-texts.ts'
import { audienceField, kindOfCircular } from './circular-values.ts'
import classes from './circulars.module.css'
import { ReadersField } from './ReadersField.tsx'
import { textFault, useCircularPreview, useNewCircular } from './use-new-circular.ts'

type NewCircular = ReturnType<typeof useNewCircular>

const meaningsFor = (values: FieldValues): Readonly<Record<string, string>> =>
  CIRCULAR_PLACEHOLDERS[kindOfCircular(values)]

const sendText = (count: number) => (count === 0 ? 'Senden' : `An ${counted(count, 'Person', 'Personen')} senden`)

/** What a chosen one of those who get it reads; whoever writes can read it in the own mailbox. */
const Preview = (circular: NewCircular) => {
  const { edit, plan } = circular
  const readers = plan?.readers ?? []
  const [wish, setWish] = useState<number>()
  const reader = readers.find(({ id }) => id === wish) ?? readers[0]
  const { mail, isError, send } = useCircularPreview(circular, reader?.id)
  return (
    <>
      {!reader && <p className="sh-quiet sh-flush">Sobald feststeht, wer die E-Mail bekommt, sehen Sie sie hier.</p>}
      {reader && (
        <NativeSelect
          label="So liest es diese Person"
          mb="md"
          value={String(reader.id)}
          data={readers.map((one) => ({ value: String(one.id), label: readerText(one) }))}
          onChange={(event) => setWish(Number(event.currentTarget.value))}
        />
      )}
      {reader && mail && !String(edit.values.body).includes('{Anrede}') && (
        <p className="sh-warn sh-flush sh-below-3">{'Ohne {Anrede} wird niemand mit Namen begrüßt.'}</p>
      )}
      {reader && mail && (
        <>
          <MailPreviewWidget
            mail={mail}
            label="Vorschau der E-Mail"
            attachments={circular.attachments.files.map(({ filename }) => filename)}
          />
          <p className="sh-flush sh-above-3">
            <IconButton icon={Send} onClick={() => void send()}>
              Als Probe an mich senden
            </IconButton>
          </p>
        </>
      )}
      {reader && !mail && (
        <p className="sh-quiet sh-flush">
          {isError
            ? 'Die Vorschau konnte nicht geladen werden.'
            : (textFault(edit.values) ?? 'Sobald Betreff und Text stehen, sehen Sie hier die E-Mail.')}
        </p>
      )}
    </>
  )
}

/** A text box that is pressed stands above the bar at the foot of the window. */
const showWhole = ({ target }: { target: EventTarget }) => {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}

/** On a phone the preview comes before the button that sends, because there is no room beside the form. */
const WriteCard = ({ isNarrow, ...circular }: NewCircular & { isNarrow: boolean }) => {
  const { edit, saver, plan, insert, isRunning, isDraft, isRestored, isRedirected, discard } = circular
  return (
    <Card className={classes.write ?? ''} onFocus={({ target }) => insert.onFocus(target.id)} onClick={showWhole}>
      {isRestored && (
        <p role="status" className="sh-quiet sh-flush sh-below-3">
          {isRedirected
            ? 'Ihr Entwurf ist wieder da. Er geht jetzt an die Personen, die Sie in der Liste gewählt haben.'
            : `Ihr Entwurf ist wieder da, ${DRAFT_LIFE}.`}
        </p>
      )}
      <EditForm
        edit={edit}
        {...saver}
        arrange={(inputOf: InputOf) => (
          <div className={`${pairs.fields} ${classes.fields}`}>
            {inputOf('kind')}
            <div>
              {inputOf(audienceField(edit.values))}
              <div className="sh-above-2">
                <ReadersField {...circular} />
              </div>
            </div>
            {inputOf('subject')}
            <div>
              <PlaceholderField meanings={meaningsFor(edit.values)} isOnLabel onInsert={insert.insert} />
              {inputOf('body')}
            </div>
            <p className="sh-quiet sh-small sh-flush">
              Schreiben Sie nichts über Gesundheit oder andere besonders geschützte Angaben.
            </p>
          </div>
        )}
        foot={
          <div className={`${pairs.foot} ${classes.foot}`}>
            <ButtonRow>
              {isDraft && (
                <Button variant="default" onClick={discard}>
                  Entwurf verwerfen
                </Button>
              )}
              <ActionButton type="submit" isRunning={isRunning} disabled={plan?.readers.length === 0}>
                {sendText(plan?.readers.length ?? 0)}
              </ActionButton>
            </ButtonRow>
          </div>
        }
      >
        <AttachmentsField attachments={circular.attachments} />
        <p className="sh-quiet sh-small sh-flush">
          Eine Leerzeile trennt Absätze. Platzhalter werden für jede Person eingesetzt. Die Vorschau zeigt, was sie
          liest.
        </p>
        {isNarrow && (
          <section aria-labelledby="preview" className="sh-rule-above">
            <Title order={2} id="preview" mt="md" mb="xs">
              Vorschau
            </Title>
            <Preview {...circular} />
          </section>
        )}
      </EditForm>
    </Card>
  )
}

/** A mail to parents, staff or the waiting list, with everybody who gets it before it is sent. */
export const NewCircularPage = () => {
  const circular = useNewCircular()
  const isNarrow = useNarrow()
  return (
    <>
      <PageHead crumbs={[{ text: 'Rundmails', to: paths.circulars }]}>Rundmail schreiben</PageHead>
      <div className={`sh-column ${classes.page}`}>
        <WriteCard {...circular} isNarrow={isNarrow} />
        {!isNarrow && (
          <TitledCard id="preview" title="Vorschau" gap="xs">
            <Preview {...circular} />
          </TitledCard>
        )}
      </div>
    </>
  )
}
