import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { counted } from '#contract/counted.ts'
import {
  PROCESSING_TEXTS,
  type Processing,
  type ProcessingRegister,
  processingEndpoints,
} from '#contract/processings/processings.ts'
import { reviewState } from '#contract/reviews.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { ExportMenu } from '#web/lists/ExportMenu.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ActivityCard } from './ActivityCard.tsx'
import { OwnProcessingDialog, storedOf } from './OwnProcessingDialog.tsx'
import { markAllReviewed } from './processing-actions.ts'
import { registerQuery } from './processing-queries.ts'
import classes from './processings.module.css'
import { ReviewDialog } from './ReviewDialog.tsx'

/** Awaited by the router. */
export const loadProcessings = () => queryClient.ensureQueryData(registerQuery)

const needsReview =
  (today: string) =>
  ({ reviewed_on }: Processing) =>
    reviewState(reviewed_on, today) !== 'fresh'

/** Tells activities apart, whether the program or the school wrote them. */
const keyOf = ({ key, id }: Processing) => key ?? `own ${id}`

interface ReviewAlertProps extends Pick<ProcessingRegister, 'activities'> {
  /** The activities that somebody opened on this visit. */
  seen: ReadonlySet<string>
}

/** All at once only after each was opened: nobody confirms what nobody has read. */
const ReviewAlert = ({ activities, seen }: ReviewAlertProps) => {
  const today = useToday()
  const due = activities.filter(needsReview(today))
  const opened = due.filter((one) => seen.has(keyOf(one))).length
  return (
    due.length > 0 && (
      <Alert
        color="yellow"
        mb="md"
        className="sh-screen-only"
        icon={<TriangleAlert size={20} aria-hidden />}
        title={`${counted(due.length, 'Tätigkeit ist', 'Tätigkeiten sind')} zu prüfen`}
      >
        Sie stehen unten zuerst. Lesen Sie jede durch und ergänzen Sie, was fehlt.
        <div className="sh-row sh-gap-3 sh-rows-1 sh-above-2">
          <Button
            variant="default"
            size="compact-md"
            disabled={opened < due.length}
            onClick={() => void markAllReviewed(due, today)}
          >
            Alle heute geprüft
          </Button>
          {opened < due.length && (
            <span className="sh-quiet">{`Geht, sobald Sie jede geöffnet haben: ${opened} von ${due.length}.`}</span>
          )}
        </div>
      </Alert>
    )
  )
}

type Opened = { kind: 'new' } | { kind: 'edit'; activity: Processing }

const OpenedDialog = ({ opened, onGone }: { opened: Opened; onGone: () => void }) => {
  if (opened.kind === 'new') return <OwnProcessingDialog onGone={onGone} />
  const own = storedOf(opened.activity)
  if (own) return <OwnProcessingDialog processing={own} onGone={onGone} />
  return <ReviewDialog processing={opened.activity} onGone={onGone} />
}

interface ActivitiesCardProps extends Pick<ProcessingRegister, 'activities'> {
  onEdit: ((activity: Processing) => void) | undefined
  onOpened: (activity: Processing) => void
}

/** All activities, on the screen first those that somebody has to look at. */
const ActivitiesCard = ({ activities, onEdit, onOpened }: ActivitiesCardProps) => {
  const today = useToday()
  const isPaper = usePrinting()
  const isDue = needsReview(today)
  const first = activities.filter(isDue)
  const shown = isPaper ? activities : [...first, ...activities.filter((one) => !isDue(one))]
  return (
    <TitledCard id="activities" title="Tätigkeiten" gap="xs">
      {shown.map((activity) => (
        <ActivityCard
          key={keyOf(activity)}
          activity={activity}
          isPaper={isPaper}
          onOpened={() => onOpened(activity)}
          onEdit={onEdit}
        />
      ))}
    </TitledCard>
  )
}

const RegisterActions = ({ onAdd }: { onAdd: (() => void) | undefined }) => {
  const { save, isRunning } = useSavedFile()
  const itemOf = (text: string, format: 'pdf' | 'markdown') => ({
    text,
    onSave: () => void save(() => callForFile(processingEndpoints.document, { query: { format } })),
  })
  return (
    <>
      <PrintButton />
      <ExportMenu items={[itemOf('PDF', 'pdf'), itemOf('Textdatei (Markdown)', 'markdown')]} isRunning={isRunning} />
      {onAdd && (
        <IconButton icon={Plus} data-primary onClick={onAdd}>
          Eigene Tätigkeit
        </IconButton>
      )}
    </>
  )
}

/** Domain DP-21: what is processed why, for how long and who gets it, as the program really does it. */
export const ProcessingsPage = () => {
  const { data: register } = useQuery(registerQuery)
  const mayEdit = useMay()('view pupil sensitive')
  const [opened, setOpened] = useState<Opened>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a removed activity takes the pressed button with it
  useEffect(focusTitleIfLost, [register])
  const onEdit = mayEdit ? (activity: Processing) => setOpened({ kind: 'edit', activity }) : undefined
  return (
    <>
      <PageHead
        current="Verzeichnis"
        actions={<RegisterActions onAdd={mayEdit ? () => setOpened({ kind: 'new' }) : undefined} />}
      >
        Verzeichnis der Verarbeitungstätigkeiten
      </PageHead>
      <PageIntro>
        Das Programm schreibt dieses Verzeichnis (Art. 30 DSGVO) aus dem, was es an Ihrer Schule tut. Was die Schule
        sonst mit Daten tut, tragen Sie als eigene Tätigkeit ein.
        {!mayEdit && ' Eingetragen und geprüft wird hier von der Schulleitung.'}
      </PageIntro>
      {register && (
        <>
          {mayEdit && <ReviewAlert activities={register.activities} seen={seen} />}
          <div className="sh-stack sh-gap-4">
            <ActivitiesCard
              activities={register.activities}
              onEdit={onEdit}
              onOpened={(activity) => setSeen((known) => new Set([...known, keyOf(activity)]))}
            />
            <div className={classes.controller}>
              <TitledCard id="controller" title="Verantwortlich" gap="xs">
                <FactList facts={register.controller} />
              </TitledCard>
            </div>
            <TitledCard id="measures" title="Technische und organisatorische Maßnahmen" gap="xs">
              <ul className={`sh-bullets ${classes.measures}`}>
                {register.measures.map((measure) => (
                  <li key={measure}>{measure}</li>
                ))}
              </ul>
              <p className="sh-measure">{PROCESSING_TEXTS.thirdCountry}</p>
            </TitledCard>
          </div>
        </>
      )}
      {opened && <OpenedDialog opened={opened} onGone={() => setOpened(undefined)} />}
    </>
  )
}
