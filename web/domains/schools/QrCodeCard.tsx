import classes from './schools.module.css'

/** The SVG is shown as an image, so that it can never be more than a picture. */
export const QrCodeCard = ({ svg, url }: { svg: string; url: string }) => (
  <img
    className={classes.qr}
    src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
    alt={`QR-Code mit der Adresse ${url}`}
  />
)
