import { Button, Input, TextInput } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ACCENT_CONTRAST, ACCENT_SWATCHES, accentContrast, accentForDark, accentForLight } from '#contract/accent.ts'
import { APP_NAME } from '#web/app-name.ts'
import type { FormField } from '#web/forms/fields.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './AccentField.module.css'

const LOOKS = [
  { look: 'light', text: 'Hell', toneOf: (accent: string) => accent },
  { look: 'dark', text: 'Dunkel', toneOf: accentForDark },
] as const

const WRONG_COLOUR = 'Bitte wie #2e7d4f angeben.'

/** The colour that was typed; undefined: it is none. */
const hexOf = (typed: string) => {
  const hex = `#${typed.trim().replace(/^#/, '').toLowerCase()}`
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : undefined
}

/** Top bar and badge in both looks, as everybody of the school will see them. */
export const AccentPreviewCard = ({ accent, short }: { accent: string; short: string }) => (
  <div className={`sh-flush sh-grid sh-gap-3 ${classes.previews}`}>
    {LOOKS.map(({ look, text, toneOf }) => {
      const borderColor = hexOf(accent) && toneOf(accent)
      return (
        <figure key={look} className="sh-flush">
          <figcaption className="sh-quiet sh-small sh-below-1">{text}</figcaption>
          <div className={classes.look} data-look={look} aria-hidden>
            <div className={`sh-line sh-bold sh-spread ${classes.bar}`} style={{ borderColor }}>
              <span>{APP_NAME}</span>
              <span className={classes.badge} style={{ borderColor }}>
                {short}
              </span>
            </div>
            <div className={classes.paper} />
          </div>
        </figure>
      )
    })}
  </div>
)

interface OwnColourProps {
  id: string
  /** The colour as it was typed, so it may be wrong. */
  value: string
  /** The last colour that was one. */
  seen: string
  error: string | undefined
  /** None of the swatches is it. */
  isChosen: boolean
  onChange: (accent: string) => void
}

// Cut, not rounded: 2,96 would look like enough.
const contrastText = (accent: string) => (Math.floor(accentContrast(accent) * 10) / 10).toLocaleString('de-DE')

/** How well the colour is seen on paper and card, and the way out when it is not (ux §2a). */
const ContrastText = ({ accent, onDarken }: { accent: string; onDarken: () => void }) => {
  const isSeen = accentContrast(accent) >= ACCENT_CONTRAST
  return (
    <div className={`sh-row sh-above-3 sh-gap-4 sh-rows-2 ${classes.contrast}`}>
      <p aria-live="polite" className="sh-line sh-gap-2 sh-flush">
        Kontrast {contrastText(accent)} : 1{' '}
        <StatusChip tone={isSeen ? 'positive' : 'negative'} icon={isSeen ? 'check' : 'cross'}>
          {isSeen ? 'gut zu sehen' : 'zu schwach'}
        </StatusChip>
      </p>
      {!isSeen && (
        <Button variant="default" onClick={onDarken}>
          Dunkleren Ton nehmen
        </Button>
      )}
    </div>
  )
}

/** Any colour: picked, or typed as a design manual names it. */
const OwnColour = ({ id, value, seen, error, isChosen, onChange }: OwnColourProps) => {
  const isWrong = hexOf(value) === undefined
  const [typed, setTyped] = useState<string>()
  return (
    <div className={`sh-row sh-padded-1 sh-gap-3 sh-rows-2 ${classes.ownChoice}`} data-chosen={isChosen}>
      <label className={`sh-line sh-gap-2 ${classes.pick}`}>
        <input
          id={id}
          type="color"
          className={classes.own}
          value={seen}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        Eigene Farbe
      </label>
      {isChosen && (
        <span className="sh-line sh-small sh-bold sh-gap-1">
          <Check size={18} aria-hidden /> gewählt
        </span>
      )}
      <TextInput
        w="9rem"
        aria-label="Eigene Farbe als Zahl"
        placeholder="#2e7d4f"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        value={typed ?? value}
        error={isWrong && WRONG_COLOUR}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          onChange(hexOf(text) ?? text)
        }}
        // A wrong number stays as it was typed, until it is mended or another colour is chosen.
        onBlur={() => setTyped(undefined)}
      />
    </div>
  )
}

/** The school's colour: one of some, or any that can be seen. */
export const AccentField = ({
  field: { key, label, hint },
  value,
  error,
  onChange,
}: {
  field: FormField
  value: string
  error: string | undefined
  onChange: (accent: string) => void
}) => {
  const [seen, setSeen] = useState(value)
  const isWrong = hexOf(value) === undefined
  if (!isWrong && seen !== value) setSeen(value)
  const isSwatch = ACCENT_SWATCHES.some(({ accent }) => accent === value)
  return (
    <fieldset className={`sh-fieldset ${classes.field}`} aria-describedby={error ? `${key}-error` : undefined}>
      <legend className="sh-bold">{label}</legend>
      {hint && <p className="sh-quiet sh-small sh-flush sh-below-2">{hint}</p>}
      <div className={`sh-grid sh-gap-2 ${classes.choices}`}>
        {ACCENT_SWATCHES.map(({ accent, name }) => (
          <label key={accent} className={`sh-line sh-gap-2 ${classes.choice}`}>
            <input
              type="radio"
              name={key}
              value={accent}
              checked={accent === value}
              onChange={() => onChange(accent)}
            />
            <span className={`sh-fixed ${classes.swatch}`} style={{ background: accent }} />
            {name}
          </label>
        ))}
        <OwnColour id={key} value={value} seen={seen} error={error} isChosen={!isSwatch} onChange={onChange} />
      </div>
      {!isWrong && <ContrastText accent={value} onDarken={() => onChange(accentForLight(value))} />}
      {/* A wrong number is said beside it. */}
      {error && !isWrong && <Input.Error id={`${key}-error`}>{error}</Input.Error>}
    </fieldset>
  )
}
