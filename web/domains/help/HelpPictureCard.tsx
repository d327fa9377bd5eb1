import { pictureOf } from './handbook.ts'
import classes from './help.module.css'

/** A picture of the program with its caption. A press shows it in full size. */
export const HelpPictureCard = ({ file, caption }: { file: string; caption: string }) => {
  const picture = pictureOf(file)
  if (!picture) return null
  return (
    <figure className={classes.picture}>
      <a href={picture.src} target="_blank" rel="noopener">
        <img
          {...picture}
          data-portrait={(picture.height ?? 0) > (picture.width ?? 0)}
          alt={`Bildschirmfoto: ${caption}`}
          decoding="async"
        />
      </a>
      <figcaption className="sh-quiet sh-small">{caption}</figcaption>
    </figure>
  )
}
