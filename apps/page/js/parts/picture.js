/**
 * Pictures of puzzles that are made of pixels.
 * @module
 */

/** The width of a picture, in pixels. */
const WIDTH = 1600;

/**
 * Returns a picture of an SVG in the format PNG, light whatever the system asks for: it goes to others.
 * @param {string} text the SVG
 * @returns {Promise<Blob>}
 */
export async function pixels(text) {
  const light = text.replaceAll('(prefers-color-scheme:dark)', 'not all');
  const address = URL.createObjectURL(new Blob([light], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
