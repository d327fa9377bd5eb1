import { ActionIcon, Button, Title } from '@mantine/core'
import { EllipsisVertical, FileText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PupilContactPerson, type PupilGuardian, phonesOf } from '#contract/families/families.ts'
import { interpreterName } from '#contract/families/guardian.record.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import { UnreachableWidget } from '#web/domains/outboxes/UnreachableWidget.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './Families.module.css'
import { alsoForText, livingText, proofText, termOf } from './family-texts.ts'

interface CardProps {
  /** Place among those to call in an emergency. */
  rank: number | null
  /** Missing: to read only. */
  actions: { onEdit: () => void; onRemove: () => void; onPackage?: (() => void) | undefined } | undefined
}

interface ReachProps {
  /** False: the numbers stand further up on the page. */
  hasPhones: boolean
}

interface PersonHeadProps extends CardProps {
  name: string
  role: string
  children: ReactNode
}

const PickupChip = ({ may, term }: { may: boolean; term?: string | undefined }) =>
  may ? (
    <StatusChip tone="neutral" icon="check">
      darf abholen{term ? ` ${term}` : ''}
    </StatusChip>
  ) : (
    <StatusChip tone="attention" icon="cross">
      darf nicht abholen
    </StatusChip>
  )

interface EntryButtonsProps extends Pick<CardProps, 'actions'> {
  name: string
  /** A phone has no room for them beside the name. */
  isBeside: boolean
}

/** Changing is what is done now and then; the rest waits in a menu. */
const EntryButtons = ({ name, actions, isBeside }: EntryButtonsProps) => {
  const isNarrow = useNarrow() === true
  if (!actions || isBeside === isNarrow) return null
  return (
    <div className={`sh-line sh-gap-2 sh-screen-only ${isBeside ? classes.beside : 'sh-above-2'}`}>
      <Button size="compact-sm" variant="default" aria-label={`Bearbeiten: ${name}`} onClick={actions.onEdit}>
        Bearbeiten
      </Button>
      <RowMenu
        position="bottom-start"
        button={
          <ActionIcon aria-label={`Aktionen: ${name}`}>
            <EllipsisVertical size={20} aria-hidden />
          </ActionIcon>
        }
      >
        {actions.onPackage && (
          <MenuEntry icon={FileText} onClick={actions.onPackage}>
            Auskunft erstellen
          </MenuEntry>
        )}
        <MenuEntry icon={Trash2} isNegative onClick={actions.onRemove}>
          Entfernen
        </MenuEntry>
      </RowMenu>
    </div>
  )
}

/** Who it is, when to call them, and what is done with the entry. */
const PersonHead = ({ name, role, rank, actions, children }: PersonHeadProps) => (
  <>
    <div className={classes.head}>
      <div className="sh-row sh-gap-3 sh-rows-1">
        {rank !== null && (
          <span className={`${classes.rank} sh-figures`} title={`Im Notfall als ${rank}. anrufen`}>
            <span aria-hidden>{rank}</span>
            <span className="sh-visually-hidden">Im Notfall als {rank}. anrufen:</span>
          </span>
        )}
        <Title order={3}>{name}</Title>
        <span className="sh-quiet sh-flush">{role}</span>
      </div>
      <EntryButtons name={name} actions={actions} isBeside />
    </div>
    <p className="sh-wrap sh-gap-2 sh-rows-1 sh-flush sh-above-2 sh-below-2">{children}</p>
  </>
)

/** A guardian as one needs them on the phone: who, numbers, then the rest. */
export const GuardianCard = ({
  guardian,
  rank,
  actions,
  hasPhones,
}: CardProps & ReachProps & { guardian: PupilGuardian }) => {
  const name = titledName(guardian)
  const shared = alsoForText(guardian)
  const phones = hasPhones ? phonesOf(guardian) : []
  const letters = [guardian.receives_letters && 'Briefe', guardian.receives_sicknote_mail && 'E-Mails zu Abwesenheiten']
  return (
    <div className={classes.person}>
      <PersonHead name={name} role={RELATIONSHIP_LABELS[guardian.relationship]} rank={rank} actions={actions}>
        {guardian.has_custody ? (
          <StatusChip tone="positive" icon="check">
            Sorgerecht
          </StatusChip>
        ) : (
          <StatusChip tone="neutral" icon="cross">
            kein Sorgerecht
          </StatusChip>
        )}
        <PickupChip may={guardian.may_pickup} />
        {guardian.lives_with_pupil && (
          <StatusChip tone="neutral" icon="dot">
            wohnt beim Kind
          </StatusChip>
        )}
      </PersonHead>
      {(phones.length > 0 || guardian.mail) && <ReachList phones={phones} mail={guardian.mail} />}
      <UnreachableWidget kind="guardian" id={guardian.guardian_id} mail={guardian.mail} />
      <FoldedOnPhones name={`person-${guardian.guardian_id}`} summary="Anschrift, Post und Nachweise">
        <FactList
          facts={[
            { label: 'Anschrift', value: livingText(guardian) },
            { label: 'Bekommt', value: letters.filter(Boolean).join(', ') || 'keine Post' },
            {
              label: 'Dolmetschen',
              value: guardian.interpreter_language && interpreterName(guardian.interpreter_language),
            },
            { label: 'Sorgerecht', value: proofText(guardian) },
            { label: 'Gilt auch bei', value: shared.join(', ') },
          ]}
        />
      </FoldedOnPhones>
      <EntryButtons name={name} actions={actions} isBeside={false} />
    </div>
  )
}

/** Somebody else to call or who may fetch the child; whose time is over stands there in grey. */
export const ContactPersonCard = ({
  person,
  today,
  rank,
  actions,
  hasPhones,
}: CardProps & ReachProps & { person: PupilContactPerson; today: string }) => {
  const name = fullName(person)
  const term = termOf(person, today)
  return (
    <div className={classes.person} data-over={!term.isValid}>
      <PersonHead
        name={name}
        role={person.relation ?? 'Kontaktperson'}
        rank={term.isValid ? rank : null}
        actions={actions}
      >
        {term.isValid ? (
          <PickupChip may={person.may_pickup} term={term.text} />
        ) : (
          <StatusChip tone="neutral" icon="wait">
            {term.text}
          </StatusChip>
        )}
      </PersonHead>
      {hasPhones && <ReachList phones={[{ number: person.phone }]} mail={null} />}
      <EntryButtons name={name} actions={actions} isBeside={false} />
    </div>
  )
}
