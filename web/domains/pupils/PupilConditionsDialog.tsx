import { ActionIcon, Modal, NativeSelect, Stack } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { conditionsText, MODE_LABELS } from '#contract/pupils/condition-texts.ts'
import {
  CONDITIONS_MAX,
  type Condition,
  type ConditionGroup,
  type ConditionOp,
  conditionsIn,
  FILTER_MODES,
  type FilterMode,
  isAskable,
  isGroup,
  type PupilConditions,
  readConditions,
  writeConditions,
} from '#contract/pupils/pupil-conditions.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { InputField } from '#web/forms/InputField.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './listed-fields.module.css'
import { fieldChoices, newCondition, opChoices, valueInputs, withOp } from './typed-conditions.ts'

interface ConditionFieldsProps {
  condition: Condition
  choices: ReturnType<typeof fieldChoices>
  number: number
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
}

/** One condition: field, question, and the values it asks for. */
const ConditionFields = ({ condition, choices, number, onChange, onRemove }: ConditionFieldsProps) => {
  const id = useId()
  return (
    <fieldset className="sh-fieldset" aria-label={`Bedingung ${number}`}>
      <div className={classes.conditionRow}>
        <div className={`sh-grid sh-gap-2 ${classes.condition}`}>
          <NativeSelect
            label="Feld"
            value={condition.field}
            data={choices}
            onChange={({ currentTarget }) => onChange(newCondition(currentTarget.value))}
          />
          <NativeSelect
            label="Bedingung"
            value={condition.op}
            data={opChoices(condition.field)}
            onChange={({ currentTarget }) => onChange(withOp(condition, currentTarget.value as ConditionOp))}
          />
          {valueInputs(condition, id).map(({ field, value, toValues }) => (
            <InputField
              key={`${condition.field} ${field.key}`}
              field={field}
              value={value}
              error={undefined}
              onChange={(typed) => onChange({ ...condition, values: toValues(typed) })}
            />
          ))}
        </div>
        {onRemove && (
          <ActionIcon
            className={classes.conditionRemove ?? ''}
            aria-label={`Bedingung ${number} entfernen`}
            onClick={onRemove}
          >
            <X size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </fieldset>
  )
}

const ModeField = ({ value, onChange }: { value: FilterMode; onChange: (mode: FilterMode) => void }) => (
  <NativeSelect
    label="Es gilt"
    value={value}
    data={FILTER_MODES.map((mode) => ({ value: mode, label: MODE_LABELS[mode] }))}
    onChange={({ currentTarget }) => onChange(currentTarget.value as FilterMode)}
  />
)

interface PartsProps<Part> {
  mode: FilterMode
  parts: readonly Part[]
  choices: ReturnType<typeof fieldChoices>
  /** The number of conditions before these. */
  before: number
  onChange: (changed: { mode: FilterMode; parts: readonly (Condition | ConditionGroup)[] }) => void
  hasGroups: boolean
  mayGrow: boolean
}

const countOf = (parts: readonly (Condition | ConditionGroup)[]) => conditionsIn({ mode: 'all', parts }).length

/** Conditions that belong together, and one level below groups of them. */
const PartsFields = (props: PartsProps<Condition | ConditionGroup>) => {
  const { mode, parts, choices, before, onChange, hasGroups, mayGrow } = props
  const first = newCondition(choices[0]?.items[0]?.value ?? '')
  const put = (at: number, part: Condition | ConditionGroup | undefined) =>
    onChange({ mode, parts: parts.flatMap((one, index) => (index === at ? (part ?? []) : one)) })
  return (
    <Stack gap="md">
      {(parts.length > 1 || mode !== 'all' || !hasGroups) && (
        <ModeField value={mode} onChange={(next) => onChange({ mode: next, parts })} />
      )}
      {parts.map((part, at) => {
        const number = before + countOf(parts.slice(0, at)) + 1
        if (!isGroup(part)) {
          return (
            <ConditionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity, and may be the same twice
              key={at}
              {...{ condition: part, choices, number }}
              onChange={(changed) => put(at, changed)}
              onRemove={parts.length > 1 ? () => put(at, undefined) : undefined}
            />
          )
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity
          <fieldset key={at} aria-label="Gruppe" className={`sh-fieldset ${classes.conditionGroup}`}>
            <PartsFields
              {...{ choices, mayGrow, mode: part.mode, parts: part.conditions, before: number - 1, hasGroups: false }}
              onChange={(changed) =>
                put(at, {
                  mode: changed.mode,
                  conditions: changed.parts.filter((one): one is Condition => !isGroup(one)),
                })
              }
            />
            <div className="sh-above-2">
              <IconButton icon={X} onClick={() => put(at, undefined)}>
                Gruppe entfernen
              </IconButton>
            </div>
          </fieldset>
        )
      })}
      {mayGrow && (
        <div className="sh-wrap sh-gap-2">
          <IconButton icon={Plus} onClick={() => onChange({ mode, parts: [...parts, first] })}>
            Bedingung
          </IconButton>
          {hasGroups && (
            <IconButton
              icon={Plus}
              onClick={() => onChange({ mode, parts: [...parts, { mode: 'any', conditions: [first] }] })}
            >
              Gruppe
            </IconButton>
          )}
        </div>
      )}
    </Stack>
  )
}

interface PupilConditionsDialogProps {
  /** The filter of the address. */
  filter: string | undefined
  onFilter: (filter: string) => void
  onGone: () => void
}

/** The filter in rows of field, question and values; below it is said as a sentence. */
export const PupilConditionsDialog = ({ filter, onFilter, onGone }: PupilConditionsDialogProps) => {
  const choices = fieldChoices(useSignedIn()?.permissions ?? [])
  const modal = useOpened(onGone)
  const [conditions, setConditions] = useState<PupilConditions>(
    () =>
      (filter === undefined ? undefined : readConditions(filter)) ?? {
        mode: 'all',
        parts: [newCondition(choices[0]?.items[0]?.value ?? '')],
      },
  )
  const [hasFault, setFault] = useState(false)
  const isReady = isAskable(conditions)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(!isReady)
    if (!isReady) return
    onFilter(writeConditions(conditions))
    modal.onClose()
  }
  return (
    <Modal {...modal} size={860} title="Eigene Bedingungen">
      <form onSubmit={submit} noValidate>
        <PartsFields
          mode={conditions.mode}
          parts={conditions.parts}
          choices={choices}
          before={0}
          hasGroups
          mayGrow={countOf(conditions.parts) < CONDITIONS_MAX}
          onChange={setConditions}
        />
        <p className="sh-above-4 sh-breaks" role="status">
          {isReady ? `Gezeigt werden: ${conditionsText(conditions)}.` : ''}
        </p>
        {hasFault && !isReady && (
          <p className="sh-bad" role="alert">
            Bitte füllen Sie jede Bedingung aus oder entfernen Sie sie.
          </p>
        )}
        <DialogButtonRow action="Filtern" isRunning={false} onLeave={modal.onClose} />
      </form>
    </Modal>
  )
}
