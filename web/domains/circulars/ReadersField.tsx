import { Button, Checkbox } from '@mantine/core'
import { useId, useState } from 'react'
import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import { LEFT_OUT_REASONS, NOBODY_TEXTS } from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { isNotAsked } from './circular-texts.ts'
import classes from './circulars.module.css'
import { LeftOutPeopleWidget } from './LeftOutPeopleWidget.tsx'
import { CustodyHint } from './NotAskedCard.tsx'
import type { useNewCircular } from './use-new-circular.ts'

type NewCircular = ReturnType<typeof useNewCircular>
type Plan = NonNullable<NewCircular['plan']>
type Loaded = Pick<NewCircular, 'plan' | 'hasFailed' | 'isLoading'>
type Tries = Pick<NewCircular, 'audience' | 'setTriesUnreachable'>

const CHOICES: Record<CircularKind, string> = {
  families: 'Klassen',
  staff: 'Mitarbeitende',
  waiting: 'Klassenstufen',
}

/** „71 Personen bekommen sie, 5 nicht.“ */
const planText = ({ readers, left_out }: Plan, kind: CircularKind) => {
  if (readers.length === 0) return NOBODY_TEXTS[kind]
  const others = left_out.length > 0 ? `, ${left_out.length} nicht` : ''
  return `${counted(readers.length, 'Person bekommt', 'Personen bekommen')} sie${others}.`
}

const readersText = ({ plan, hasFailed, isLoading }: Loaded, kind: CircularKind) => {
  if (hasFailed) return 'Wer die E-Mail bekommt, konnte nicht geladen werden.'
  if (isLoading) return 'Daten werden geladen'
  if (plan) return planText(plan, kind)
  return `Wählen Sie ${CHOICES[kind]}. Dann sehen Sie, wer die E-Mail bekommt.`
}

/** Who would get no mail and why; each name leads to the contacts of the child, where it can be mended. */
const LeftOut = ({ people, kind }: { people: Plan['left_out']; kind: CircularKind }) => {
  const unreached = people.filter((one) => !isNotAsked(one))
  const others = people.filter(isNotAsked)
  return (
    <>
      {unreached.length > 0 && (
        <>
          {kind !== 'staff' && (
            <p className="sh-quiet sh-flush sh-above-2">
              Nach dem Senden können Sie ihnen denselben Text als Brief drucken:
            </p>
          )}
          <LeftOutPeopleWidget people={unreached} labels={LEFT_OUT_REASONS} />
        </>
      )}
      {others.length > 0 && (
        <div className="sh-above-2">
          <CustodyHint people={others} />
          <LeftOutPeopleWidget people={others} labels={LEFT_OUT_REASONS} />
        </div>
      )}
    </>
  )
}

/** Below the choice of classes: how many get the mail, and on request the names of those who do not. */
export const ReadersField = ({ audience, setTriesUnreachable, ...loaded }: Loaded & Tries) => {
  const [isOpen, setOpen] = useState(false)
  const names = useId()
  const leftOut = loaded.plan?.left_out ?? []
  return (
    <div>
      <div className={`sh-row sh-gap-2 sh-rows-1 ${classes.readers}`}>
        <p role="status" className="sh-flush">
          {readersText(loaded, audience.kind)}
        </p>
        {leftOut.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={names}
            onClick={() => setOpen(!isOpen)}
          >
            Wer nicht?
          </Button>
        )}
      </div>
      {(audience.tries_unreachable || leftOut.some(({ reason }) => reason === 'unreachable')) && (
        <Checkbox
          mt="xs"
          label="Auch an Adressen senden, die als nicht erreichbar vermerkt sind"
          checked={audience.tries_unreachable}
          onChange={(event) => setTriesUnreachable(event.currentTarget.checked)}
        />
      )}
      <div id={names}>{isOpen && <LeftOut people={leftOut} kind={audience.kind} />}</div>
    </div>
  )
}
