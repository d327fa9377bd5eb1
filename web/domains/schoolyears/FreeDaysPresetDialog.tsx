import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { queryFor } from '#web/api/queries.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { FreeDaysChoiceTable } from './FreeDaysTable.tsx'
import { compareTaken, type TakenDay } from './free-day-list.ts'

export interface TakeDialogProps {
  year: Schoolyear
  /** The list as it stands on the page. */
  days: readonly FreeDays[]
  onTake: (taken: readonly TakenDay[]) => void
  onGone: () => void
}

/** 'taken' in words for the button. */
export const takeText = (count: number) => `${count === 1 ? '1 Eintrag' : `${count} Einträge`} übernehmen`

const MissingHolidays = ({ known }: { known: readonly FreeDays[] }) => (
  <Alert color="yellow">
    {known.some(({ kind }) => kind !== 'public_holiday')
      ? 'Die Ferien dieses Schuljahrs sind nur zum Teil bekannt. Die übrigen tragen Sie bitte ein oder lesen sie aus einer Datei.'
      : 'Für dieses Schuljahr sind nur die Feiertage bekannt. Die Ferien tragen Sie bitte ein oder lesen sie aus einer Datei.'}
  </Alert>
)

/** Who has entered more than is known here needs no word about what is missing. */
const countHolidays = (days: readonly FreeDays[]) => days.filter(({ kind }) => kind === 'holiday').length

/** What the product knows of the state's holidays and public holidays; nothing is taken before it was seen. */
export const FreeDaysPresetDialog = ({ year, days, onTake, onGone }: TakeDialogProps) => {
  const { onClose, ...modal } = useOpened(onGone)
  const preset = useQuery(queryFor(schoolyearEndpoints.presetFreeDays, { params: { id: year.id } }, { quiet: true }))
  const taken = compareTaken(days, preset.data?.free_days ?? [])
  const count = taken.filter(({ state }) => state !== 'same').length
  return (
    <Modal {...modal} onClose={onClose} size={720} title={`Vorgaben des Bundeslands für ${year.name}`}>
      <Stack gap="md">
        <Loaded query={preset} waiting={<Skeleton height={240} />}>
          {({ free_days: known, has_holidays }) => (
            <>
              {!has_holidays && countHolidays(days) <= countHolidays(known) && <MissingHolidays known={known} />}
              {count > 0 && <FreeDaysChoiceTable caption="Vorgaben des Bundeslands" taken={taken} />}
              <Text>
                {count > 0
                  ? 'Eigene Einträge bleiben, geänderte werden ersetzt. Gespeichert wird erst auf der Seite.'
                  : 'Alles davon steht schon in der Liste.'}
              </Text>
            </>
          )}
        </Loaded>
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" data-autofocus onClick={onClose}>
          {preset.data && count === 0 ? 'Schließen' : 'Abbrechen'}
        </Button>
        {count > 0 && (
          <Button
            onClick={() => {
              onTake(taken)
              onClose()
            }}
          >
            {takeText(count)}
          </Button>
        )}
      </ButtonRow>
    </Modal>
  )
}
