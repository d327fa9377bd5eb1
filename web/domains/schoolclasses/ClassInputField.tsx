import { MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { cleanLine } from '#contract/formats.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import { type FieldValue, type FieldValues, fieldProps, type InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { useUnknownText } from '#web/forms/use-unknown-text.ts'
import type { ClassOptions } from './class-year.ts'

const NAME_MAX = 30
export const STAFF = ['responsible_teachers', 'assigned_employees'] as const
export const changesStaff = (values: FieldValues, before: FieldValues) =>
  STAFF.some((key) => String(values[key]) !== String(before[key]))

const YearInput = (input: InputFieldProps) => (
  <Select
    {...fieldProps(input)}
    data={[...(input.field.choices ?? [])]}
    allowDeselect={false}
    value={String(input.value) || null}
    onChange={(id) => input.onChange(id ?? '')}
  />
)

/** A grade to choose or to type: '3' finds the grade 3, Enter takes what is marked. */
const GradeInput = (input: InputFieldProps) => {
  const { field, value, onChange } = input
  return (
    <TypedSelectField
      {...fieldProps(input)}
      {...(field.isOptional
        ? {
            clearable: true,
            clearButtonProps: { 'aria-label': 'Nur eine Stufe' },
            placeholder: field.placeholder ?? '',
          }
        : {})}
      data={[...(field.choices ?? [])]}
      disabled={field.choices?.length === 0 && field.isOptional === true && value === ''}
      unknownMessage="Bitte wählen Sie eine Stufe aus der Liste."
      nothingFoundMessage="Keine Stufe gefunden."
      value={String(value) || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

const NOBODY_CHOSEN = 'Bitte wählen Sie eine Person aus der Liste oder löschen Sie den Text.'
const LEADERS_MAX = 2

/** People of a class to choose from: Enter takes the first found; a name that was typed only stays until it is chosen or deleted. */
const PeopleInput = (input: InputFieldProps) => {
  const { field, value, onChange } = input
  const [search, setSearch] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isListOpen, setListOpen] = useState(false)
  const isLeaving = useRef(false)
  const isThere = search.trim() !== ''
  const element = useUnknownText({ isThere, isListOpen, refuse: () => setRefusal(NOBODY_CHOSEN) })
  const type = (text: string) => {
    setSearch(text)
    setRefusal(undefined)
  }
  const typeOrKeep = (text: string) => {
    // The kit empties the search with the focus: nobody would hear that the name was dropped.
    if (!isLeaving.current) type(text)
    isLeaving.current = false
  }
  const isOfTwo = field.key === 'responsible_teachers' && {
    maxValues: LEADERS_MAX,
    onMaxValues: () => setRefusal('Bitte höchstens zwei Klassenleitungen wählen.'),
  }
  return (
    <MultiSelect
      {...fieldProps(input)}
      {...isOfTwo}
      ref={element}
      error={refusal ?? input.error}
      data={[...(field.choices ?? [])]}
      value={[...(value as readonly string[])]}
      onChange={(ids) => {
        setRefusal(undefined)
        onChange(ids)
      }}
      searchable
      hidePickedOptions
      nothingFoundMessage="Niemand gefunden."
      searchValue={search}
      onSearchChange={typeOrKeep}
      selectFirstOptionOnChange={search !== ''}
      onBlur={() => {
        isLeaving.current = true
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isThere) return
        // The dialog stays.
        event.stopPropagation()
        type('')
      }}
      onDropdownOpen={() => setListOpen(true)}
      onDropdownClose={() => setListOpen(false)}
    />
  )
}

interface DescriptionProps extends InputFieldProps {
  grade: number | undefined
  gradeTo: number | undefined
}

/** The own name of the class, and below what the whole name becomes. */
const DescriptionInput = ({ grade, gradeTo, ...input }: DescriptionProps) => {
  const { value, onChange } = input
  const description = cleanLine(String(value))
  const { length } = description
  const tooLong = length > NAME_MAX && `Höchstens ${NAME_MAX} Zeichen, es sind ${length}.`
  return (
    <>
      <TextInput
        {...fieldProps(input)}
        autoComplete="off"
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={input.error ?? tooLong}
      />
      <Text className="sh-small sh-quiet" mt={6} aria-live="polite">
        {grade !== undefined && length > 0 ? (
          <>
            Die Klasse heißt{' '}
            <strong className="sh-ink">{classgradePlain({ grade, description, grade_to: gradeTo ?? null })}</strong>.
          </>
        ) : (
          'Der Name entsteht aus Stufe und Bezeichnung, zum Beispiel 5a oder 1/2 Füchse.'
        )}
      </Text>
    </>
  )
}

interface TypedClass {
  values: FieldValues
  before: FieldValues
  set: (key: string, value: FieldValue) => void
}

/** Draws what depends on other fields: the higher grades, the name, who has the other function already. */
export const classInputs = (options: ClassOptions, { values, before, set }: TypedClass) => {
  const gradeOf = (id: FieldValue | undefined) => options.schoolgrades.find((one) => String(one.id) === id)?.grade
  const lowest = gradeOf(values.schoolgrade_id)
  const isHigher = (id: string) => lowest !== undefined && (gradeOf(id) ?? 0) > lowest
  const isFree = (person: string) => !STAFF.some((key) => (values[key] as readonly string[]).includes(person))
  return (input: InputFieldProps) => {
    const { field, value } = input
    const offer = (isOffered: (choice: string) => boolean) => ({
      ...input,
      field: { ...field, choices: field.choices?.filter((choice) => isOffered(choice.value)) ?? [] },
    })
    switch (field.key) {
      case 'school_year_id':
        return <YearInput {...input} />
      case 'schoolgrade_id':
        return (
          <GradeInput
            {...input}
            onChange={(id) => {
              set('schoolgrade_id', id)
              set('schoolgrade_to_id', '')
            }}
          />
        )
      case 'schoolgrade_to_id':
        return <GradeInput {...offer(isHigher)} />
      case 'description':
        return <DescriptionInput {...input} grade={lowest} gradeTo={gradeOf(values.schoolgrade_to_id)} />
      case 'responsible_teachers':
      case 'assigned_employees':
        return <PeopleInput {...offer((person) => isFree(person) || (value as readonly string[]).includes(person))} />
      case 'functions_from':
        return changesStaff(values, before) && <InputField {...input} />
      default:
        return <InputField {...input} />
    }
  }
}
