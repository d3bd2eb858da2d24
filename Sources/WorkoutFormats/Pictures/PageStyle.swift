/// The style sheet of the page around the pictures: light, dark where the screen is, and light on paper.
enum PageStyle {
    static var sheet: String {
        """
        \(root(.light))@media screen and (prefers-color-scheme:dark){
        \(root(.dark))}
        *{box-sizing:border-box}
        body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.45 \(PictureStyle.fonts);
        font-variant-numeric:tabular-nums}
        main{max-width:976px;margin:0 auto;padding:28px}
        header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 24px}
        h1{font-size:26px;line-height:1.2;margin:0}
        header p{margin:4px 0 0}
        .muted,dt,caption small,thead th{color:var(--muted)}
        .rider{font-weight:650;overflow-wrap:anywhere}
        .simulated{border:1.5px solid;border-radius:2px;padding:1px 8px;font-size:12px;font-weight:650;letter-spacing:.04em}
        dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(104px,1fr));gap:16px 12px;margin:28px 0 32px}
        dl div{min-width:0;display:flex;flex-direction:column;justify-content:flex-end}
        dt{font-size:12px}
        dd{margin:0;font-size:20px;font-weight:600;line-height:1.25;white-space:nowrap}
        dd small,th small{font-size:12px;font-weight:400;color:var(--muted)}
        th small{display:block}
        svg{display:block;width:100%;height:auto;overflow:visible}
        .narrow{display:none;max-width:460px;margin:0 auto}
        .short{columns:2 340px;column-gap:40px;margin-top:40px}
        .table{overflow-x:auto;break-inside:avoid;margin-bottom:32px}
        .long .table{break-inside:auto}
        table{border-collapse:collapse;width:100%;font-size:13px}
        caption{text-align:left;font-size:16px;font-weight:650;padding-bottom:6px}
        th,td{padding:5px 0 5px 12px;text-align:right;font-weight:400;border-bottom:1px solid var(--grid);vertical-align:top}
        th:first-child{text-align:left;padding-left:0}
        bdi{overflow-wrap:anywhere}
        td{white-space:nowrap}
        .words td,.words th{text-align:left}
        .words td:nth-child(3){white-space:normal}
        thead th{font-size:12px}
        footer{font-size:12px;color:var(--muted)}
        @media screen and (max-width:719px){
        main{padding:20px 16px}
        .wide{display:none}
        .narrow{display:block}
        th,td{padding-left:8px}
        }
        @media print{
        @page{margin:12mm}
        body{font-size:13px}
        main{padding:0;max-width:none}
        h1{font-size:20px}
        dl{grid-template-columns:repeat(auto-fit,minmax(76px,1fr));gap:8px;margin:12px 0 18px}
        dt,dd small{font-size:10px}
        dd{font-size:14px}
        svg{max-height:235mm}
        .short{columns:2 200px;margin-top:24px}
        th,td{padding-top:3px;padding-bottom:3px}
        .table{overflow:visible}
        tr,dl{break-inside:avoid}
        }

        """
    }

    private static func root(_ palette: PicturePalette) -> String {
        """
        :root{--ground:\(palette.ground.text);--ink:\(palette.ink.text);--muted:\(palette.muted.text);\
        --grid:\(palette.grid.text)}

        """
    }
}
