import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { papersMissing } from '#contract/registrations/registrations.papers.ts'
import { OPEN_POINT_LABELS, type TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { useToday } from '#web/api/base-data.ts'
import { PaperTicksWidget } from '#web/domains/registrationdocuments/PaperTicksWidget.tsx'
import { usePlace } from '#web/domains/registrations/details/use-place.ts'

type OpenPoint = TransformOptions['open_points'][number]

/** A tick box settles the place and the papers; the warning about the family has a button of its own. */
const SETTLED_HERE: readonly OpenPoint[] = ['place_not_confirmed', 'custody_unproven', 'family_not_told']

/** The only point that cannot be made good afterwards. */
const NotToldAlert = ({ onInform }: { onInform: () => void }) => (
  <Alert color="yellow" icon={<CircleAlert size={20} aria-hidden />}>
    <Text mb="xs">{OPEN_POINT_LABELS.family_not_told}</Text>
    <Button variant="default" onClick={onInform}>
      Erst informieren
    </Button>
  </Alert>
)

const PlaceTick = ({ details }: { details: RegistrationDetails }) => {
  const place = usePlace(details)
  const today = useToday()
  return (
    <Checkbox
      label="Platz heute bestätigt"
      checked={details.place_confirmed_at !== null}
      onChange={({ currentTarget }) => void place.save({ place_confirmed_at: currentTarget.checked ? today : null })}
    />
  )
}

/** The day by which the family was to confirm has passed; the line stays when the place is confirmed meanwhile. */
const OverdueLine = ({ details }: { details: RegistrationDetails }) => {
  const today = useToday()
  const { place_confirm_due_at: due, place_confirmed_at: confirmed } = details
  const [wasOpen] = useState(confirmed === null)
  if (!wasOpen || due === null || due >= today) return null
  const isOpen = confirmed === null
  return (
    <p className={`sh-bold sh-flush ${isOpen ? 'sh-bad' : ''}`}>
      {`Der Platz ist ${isOpen ? 'nicht' : 'jetzt'} bestätigt, die Frist war am ${formatDate(due)}.`}
    </p>
  )
}

interface OpenPointsCardProps {
  details: RegistrationDetails
  options: Pick<TransformOptions, 'open_points'>
}

/** What somebody should know before anything else: a place that nobody confirmed in time, a family that knows nothing yet. */
export const OpenWarningsCard = ({
  details,
  options: { open_points },
  onInform,
}: OpenPointsCardProps & { onInform: () => void }) => (
  <>
    <OverdueLine details={details} />
    {open_points.includes('family_not_told') && <NotToldAlert onInform={onInform} />}
  </>
)

/** What is open before a child becomes a pupil: nothing of it blocks, and what the family brings along is ticked off here. */
export const OpenPointsCard = ({ details, options: { open_points } }: OpenPointsCardProps) => {
  // What is ticked stays in its place, so that a wrong tick can be taken away again.
  const [kinds] = useState(() =>
    papersMissing({ variant: details.form.variant, meta: details.answers.meta }, details.papers),
  )
  const hasPlaceTick = open_points.includes('place_not_confirmed')
  const hasTicks = hasPlaceTick || kinds.length > 0
  const lines = open_points.filter((point) => !SETTLED_HERE.includes(point))
  if (!hasTicks && lines.length === 0) return null
  return (
    <section aria-labelledby="open-points">
      <Text fw={600} id="open-points">
        Noch offen
      </Text>
      <p className="sh-quiet sh-small sh-flush sh-below-2">
        {`Sie können trotzdem übernehmen.${hasTicks ? ' Was Sie ankreuzen, ist gleich gespeichert.' : ''}`}
      </p>
      <Stack gap="xs">
        {hasPlaceTick && <PlaceTick details={details} />}
        <PaperTicksWidget details={details} kinds={kinds} />
        {lines.length > 0 && (
          <ul className="sh-bullets">
            {lines.map((point) => (
              <li key={point}>{OPEN_POINT_LABELS[point]}</li>
            ))}
          </ul>
        )}
      </Stack>
    </section>
  )
}
