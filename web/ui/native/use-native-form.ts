import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { withAnswer } from '#contract/dotted-keys.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'

/** The values of the fields by their dotted names: `admin.email`. */
type Values = Record<string, string | boolean | number>
type Errors = Record<string, string>

interface NativeForm<V extends Values> {
  initial: V
  /** The contract's schema is loaded when it is needed: it brings zod, and the page shows earlier without. */
  schema: () => Promise<z.ZodType>
}

/** `{ 'admin.email': 'a' }` as `{ admin: { email: 'a' } }`, the shape of schema and call. */
export const bodyOf = (values: Values): unknown =>
  Object.entries(values).reduce<unknown>((body, [name, value]) => withAnswer(body, name, value), {})

/** Without a connection the rules may not load; the server checks them, too. */
const findErrors = async ({ schema }: Pick<NativeForm<Values>, 'schema'>, values: Values): Promise<Errors> => {
  const rules = await schema().catch(() => undefined)
  return rules ? schemaErrors(rules)(bodyOf(values)) : {}
}

/**
 * A form of native fields, validated by its schema on submit (spec §4: while a submit runs a second press does
 * nothing). `attempt` counts refused submits; then the first refused field takes the focus, unless the page shows a
 * summary.
 */
export const useNativeForm = <V extends Values>({ initial, schema }: NativeForm<V>) => {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)

  const change = (changed: Partial<V>) => {
    setValues((before) => ({ ...before, ...changed }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))))
  }
  const refuse = (refused: Errors) => {
    setErrors(refused)
    setAttempt((count) => count + 1)
  }
  const onSubmit = (send: (values: V) => Promise<void>) => async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setRunning(true)
    try {
      const found = await findErrors({ schema }, values)
      if (Object.keys(found).length > 0) refuse(found)
      else {
        setErrors({})
        await send(values)
      }
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  /** The properties of a text field; `id` and error belong to the dotted name. */
  const textOf = (name: string & keyof V, id: string = name) => ({
    id,
    value: String(values[name]),
    onChange: (value: string) => change({ [name]: value } as unknown as Partial<V>),
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  })
  const checkOf = (name: string & keyof V, id: string = name) => ({
    id,
    isChecked: values[name] === true,
    onChange: (isChecked: boolean) => change({ [name]: isChecked } as unknown as Partial<V>),
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  })
  const isDirty = Object.keys(values).some((name) => values[name] !== initial[name])
  return { values, errors, attempt, isRunning, isDirty, change, refuse, onSubmit, textOf, checkOf }
}

/** For short forms without a summary: after a refused submit the first refused field takes the focus. */
export const useFirstRefused = (attempt: number) => {
  useEffect(() => {
    if (attempt > 0) document.querySelector<HTMLElement>('main form [aria-invalid="true"]')?.focus()
  }, [attempt])
}
