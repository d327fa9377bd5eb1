import { Button } from '@mantine/core'

interface PlaceholderFieldProps {
  /** What stands in their place, by name. */
  meanings: Readonly<Record<string, string>>
  /** Placeholders that a text cannot be saved without. */
  required?: readonly string[]
  onInsert: (name: string) => void
}

/** The placeholders of a mail; a press puts one where the cursor stands. */
export const PlaceholderField = ({ meanings, required = [], onInsert }: PlaceholderFieldProps) => (
  <fieldset className="sh-fieldset sh-wrap sh-gap-1 sh-screen-only">
    <legend className="sh-fieldset sh-small sh-bold sh-below-1">
      Platzhalter einfügen
      {required.length > 0 && <span className="sh-regular sh-quiet"> (* muss vorkommen)</span>}
    </legend>
    {Object.entries(meanings).map(([name, meaning]) => {
      const isRequired = required.includes(name)
      return (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          title={meaning}
          aria-label={`${name} einfügen: ${meaning}${isRequired ? ', muss vorkommen' : ''}`}
          onClick={() => onInsert(name)}
        >
          {`{${name}}${isRequired ? ' *' : ''}`}
        </Button>
      )
    })}
  </fieldset>
)
